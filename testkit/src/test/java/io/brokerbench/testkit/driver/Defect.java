package io.brokerbench.testkit.driver;

/** What can be wrong with the plain driver, and the test of the kit that has to find it. */
enum Defect {
  NONE(""),
  CALLS_BACK_ON_ANOTHER_THREAD("eachMessageIsAcknowledgedOnceWithItsSequenceAndIntendedTime"),
  READS_ANOTHER_CLOCK("eachMessageIsAcknowledgedOnceWithItsSequenceAndIntendedTime"),
  ACKNOWLEDGES_TWICE("eachMessageIsAcknowledgedOnceWithItsSequenceAndIntendedTime"),
  ACKNOWLEDGES_QOS_2_AT_PUBREC("aLateAcknowledgementIsReportedWhenItComes"),
  IGNORES_ITS_WINDOW("aFullWindowRefusesTheNextMessageUntilOneIsAcknowledged"),
  NEVER_READY_AGAIN("aFullWindowRefusesTheNextMessageUntilOneIsAcknowledged"),
  IGNORES_THE_RECEIVE_MAXIMUM("theBrokersReceiveMaximumNarrowsTheWindow"),
  BUFFERS_WITHOUT_BOUND("aConnectionThatTakesNoMoreBytesRefusesOffersUntilItDoes"),
  DROPS_WHAT_WAS_OFFERED("disconnectingWritesWhatWasOffered"),
  FORGETS_UNRELEASED_IDS("aMessageOfQos2ThatIsSentAgainBeforeItsReleaseIsReportedOnce"),
  HIDES_DUPLICATES("copiesThatAFaultyBrokerMakesAreAllReported"),
  NEVER_PINGS("anIdleClientIsKeptAlive"),
  ANSWERS_PROBES_ITSELF("aProbeIsAnsweredByABrokerThatLivesAndByNoOtherWhileItIsHalted"),
  GIVES_NO_CAUSE("aCutConnectionIsReportedOnceWithACauseAndCanBeMadeAgain"),
  HIDES_THE_REASON("aRefusedConnectionIsReportedWithTheBrokersReason"),
  LEAVES_ITS_SESSION("aForgottenSessionIsGoneFromTheBroker"),
  IGNORES_REFUSED_SUBSCRIPTIONS("aRefusedSubscriptionIsReportedAsADisconnectWithACause"),
  LEAVES_ITS_THREADS("closingDropsTheConnectionsEndsTheThreadsAndMayBeRepeated"),
  RUNS_REPLACED_TASKS("aTimedTaskRunsNotBeforeItsTimeAndIsReplacedByALaterOne");

  private final String foundBy;

  Defect(String foundBy) {
    this.foundBy = foundBy;
  }

  String foundBy() {
    return foundBy;
  }
}
