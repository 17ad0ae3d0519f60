"""Writes what Apache Otava finds in 200 series, one JSON object to a line, to standard output.

ChangePointOracleTest compares brokerbench's own implementation with it. To write the file anew:

    python3 -m venv /tmp/otava
    /tmp/otava/bin/pip install apache-otava==0.8.0
    /tmp/otava/bin/python scripts/history/otava-answers.py \
        > core/src/test/resources/io/brokerbench/core/statistics/otava-answers.jsonl

The series are drawn with a fixed seed and rounded, so that both read the same values: noise alone, steps, several steps,
drifts, outliers, heavy tails, noise that follows itself, bimodal noise, whole numbers with many ties, and constants.
"""

import json
import random

from otava.analysis import compute_change_points

# Window, greatest p and least magnitude: brokerbench's own, Otava's, and others.
SETTINGS = [(100, 0.0005, 0.0), (50, 0.001, 0.0), (30, 0.001, 0.05), (50, 0.01, 0.0), (20, 0.05, 0.02)]


KINDS = ("plain", "step", "steps", "drift", "outliers", "heavy", "correlated", "bimodal", "whole", "constant")


def noise(draw, kind):
    if kind == "heavy":
        return draw.gauss(0, 1) / max(0.3, abs(draw.gauss(0, 1)))
    if kind == "bimodal":
        return draw.choice((-1.5, 1.5)) + draw.gauss(0, 0.4)
    return draw.gauss(0, 1)


def series(draw, number):
    kind = KINDS[number % len(KINDS)]
    length = draw.randint(4, 130)
    spread = draw.choice((0.5, 1, 3, 10))
    level = 100.0
    follows = 0.0
    values = []
    for i in range(length):
        chance = {"step": 1.2, "steps": 5, "heavy": 2, "bimodal": 2, "whole": 3, "constant": 2}.get(kind, 0) / length
        if draw.random() < chance:
            level *= draw.choice((0.8, 0.95, 1.03, 1.05, 1.1, 1.5))
        if kind == "drift":
            level *= 1.002
        follows = 0.7 * follows + noise(draw, kind)
        value = level
        if kind != "constant":
            value += spread * (follows if kind == "correlated" else noise(draw, kind))
        if kind == "outliers" and draw.random() < 0.05:
            value *= 1.6
        values.append(float(round(value)) if kind == "whole" else float(f"{value:.5g}"))
    return kind, values


def main():
    draw = random.Random(20261123)
    for number in range(200):
        kind, values = series(draw, number)
        window, max_p, min_magnitude = SETTINGS[number // len(KINDS) % len(SETTINGS)]
        points, _ = compute_change_points(list(values), window_len=window, max_pvalue=max_p, min_magnitude=min_magnitude)
        print(json.dumps({
            "kind": kind, "window": window, "maxP": max_p, "minMagnitude": min_magnitude, "values": values,
            "points": [int(p.index) for p in points],
            "before": [float(f"{p.stats.mean_1:.10g}") for p in points],
            "after": [float(f"{p.stats.mean_2:.10g}") for p in points],
            "p": [float(f"{p.stats.pvalue:.6g}") for p in points],
        }, separators=(",", ":")))


if __name__ == "__main__":
    main()
