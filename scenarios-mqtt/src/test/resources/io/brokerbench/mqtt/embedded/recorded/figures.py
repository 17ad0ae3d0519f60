"""Figures of the recorded cells beside this file, by NumPy and SciPy: python3 figures.py > figures.json

Quartiles are numpy.percentile's, interpolated linearly; whiskers reach to the farthest sample within 1.5 times the box, and
not into it, as Matplotlib draws them; tests are scipy.stats.ttest_ind without equal variances; fits are
scipy.stats.linregress. Doubtful cells are in the table only.
"""

import itertools
import json
import pathlib

import numpy
import scipy.stats

SAMPLED = {"round-trip latency": "latencyMillis", "broker CPU": "cpuPercentOfCore"}
FITTED = ("clients", "subscriptions")


def cells(study):
    folder = pathlib.Path(__file__).parent / study
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def groups(read, series):
    found = {}
    for cell in (one for one in read if one["status"] == "MEASURED"):
        key = (cell["scenario"], cell["variant"], cell["broker"])
        found.setdefault(key, []).extend(cell["series"].get(series, []))
    return {key: samples for key, samples in found.items() if samples}


def box(samples):
    q1, median, q3 = numpy.percentile(samples, [25, 50, 75])
    reach = 1.5 * (q3 - q1)
    inside = [value for value in samples if q1 - reach <= value <= q3 + reach]
    return {
        "n": len(samples),
        "q1": q1,
        "median": median,
        "q3": q3,
        "lowerWhisker": min(min(inside), q1),
        "upperWhisker": max(max(inside), q3),
        "mean": numpy.mean(samples),
        "outliers": len(samples) - len(inside),
    }


def tests(found):
    for (key, samples), (other, others) in itertools.combinations(found.items(), 2):
        if key[0] == other[0] and key[2] == other[2]:
            test = scipy.stats.ttest_ind(samples, others, equal_var=False)
            pair = {"scenario": key[0], "broker": key[2], "variants": sorted([key[1], other[1]])}
            yield pair | {"t": abs(test.statistic), "df": test.df, "p": test.pvalue}


def fits(read):
    for cell in read:
        for x in FITTED:
            line = scipy.stats.linregress(cell["series"][x], cell["series"][x + "MemoryBytes"])
            yield {
                "xTitle": x,
                "broker": cell["broker"],
                "slope": line.slope,
                "intercept": line.intercept,
                "slopeStandardError": line.stderr,
                "rSquared": line.rvalue**2,
            }


def table(read):
    for cell in read:
        latencies = cell["series"]["latencyMillis"]
        yield {
            "scenario": cell["scenario"],
            "variant": cell["variant"],
            "broker": cell["broker"],
            "repetition": cell["repetition"],
            "mean": numpy.mean(latencies),
            "p50": numpy.percentile(latencies, 50, method="inverted_cdf"),
            "p99": numpy.percentile(latencies, 99, method="inverted_cdf"),
            "max": max(latencies),
        }


qos = cells("qos")
print(
    json.dumps(
        {
            "scipy": scipy.__version__,
            "numpy": numpy.__version__,
            "boxes": {
                title: [
                    dict(zip(("scenario", "variant", "broker"), key)) | box(samples)
                    for key, samples in groups(qos, series).items()
                ]
                for title, series in SAMPLED.items()
            },
            "tests": {title: list(tests(groups(qos, series))) for title, series in SAMPLED.items()},
            "fits": list(fits(cells("heap"))),
            "table": list(table(qos)),
        },
        indent=1,
    )
)
