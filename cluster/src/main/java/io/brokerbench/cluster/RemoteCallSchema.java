package io.brokerbench.cluster;

import java.io.IOException;
import org.infinispan.protostream.FileDescriptorSource;
import org.infinispan.protostream.ProtobufTagMarshaller;
import org.infinispan.protostream.SerializationContext;
import org.infinispan.protostream.SerializationContextInitializer;

/** How a {@link RemoteCall} crosses: a Protobuf message with one string. */
final class RemoteCallSchema implements SerializationContextInitializer {

  private static final String FILE = "brokerbench.proto";
  private static final String TYPE = "brokerbench.Call";
  private static final int TEXT = 1;
  private static final int TAG_TYPE_BITS = 3;
  private static final String SCHEMA =
      """
      syntax = "proto3";
      package brokerbench;
      message Call {
        string text = 1;
      }
      """;

  @Override
  public void registerSchema(SerializationContext context) {
    context.registerProtoFiles(FileDescriptorSource.fromString(FILE, SCHEMA));
  }

  @Override
  public void registerMarshallers(SerializationContext context) {
    context.registerMarshaller(new CallMarshaller());
  }

  private static final class CallMarshaller implements ProtobufTagMarshaller<RemoteCall> {

    @Override
    public Class<RemoteCall> getJavaClass() {
      return RemoteCall.class;
    }

    @Override
    public String getTypeName() {
      return TYPE;
    }

    @Override
    public RemoteCall read(ReadContext context) throws IOException {
      String text = "";
      for (int tag = context.getReader().readTag(); tag != 0; tag = context.getReader().readTag()) {
        if ((tag >>> TAG_TYPE_BITS) == TEXT) {
          text = context.getReader().readString();
        } else if (!context.getReader().skipField(tag)) {
          break;
        }
      }
      return new RemoteCall(text);
    }

    @Override
    public void write(WriteContext context, RemoteCall call) throws IOException {
      context.getWriter().writeString(TEXT, call.text());
    }
  }
}
