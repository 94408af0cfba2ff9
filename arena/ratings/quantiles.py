"""Quantiles and probabilities of the normal distribution and of Student's t."""

import math

NORMAL_95 = 1.959964
_STUDENT_95 = (12.706, 4.303, 3.182, 2.776)
"""Student's two-sided 95 % quantile for 2, 3, 4 and 5 deals."""
_NEARLY_NORMAL = 200


def half_interval(deals: int) -> float:
    """Standard errors in half a 95 % interval: 1.96, and more when the deals are few.

    Student's t with deals - 1 degrees of freedom, by Abramowitz and Stegun, "Handbook of Mathematical
    Functions" (1964), 26.7.5. With 1.96 throughout, six deals covered 90 % instead of 95 %.
    """
    if deals - 2 < len(_STUDENT_95):
        return _STUDENT_95[deals - 2]
    z, freedom = NORMAL_95, deals - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def normal(z: float) -> float:
    """The probability that a standard normal number is below z."""
    return math.erfc(-z / math.sqrt(2)) / 2


def normal_quantile(probability: float) -> float:
    """The z below which a standard normal number is with this probability, by bisection."""
    low, high = -40.0, 40.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if normal(middle) < probability else (low, middle)
    return (low + high) / 2


def student(t: float, freedom: int) -> float:
    """The probability that a t-distributed number is below t; `freedom` is at least 1.

    Abramowitz and Stegun, 26.7.3 and 26.7.4, finite sums; beyond 200 degrees of freedom the normal.
    """
    if freedom > _NEARLY_NORMAL:
        return normal(t)
    angle = math.atan(t / math.sqrt(freedom))
    cos2 = math.cos(angle) ** 2
    if freedom % 2:
        term = total = math.cos(angle) if freedom > 1 else 0.0
        for number in range(2, freedom - 1, 2):
            term *= cos2 * number / (number + 1)
            total += term
        within = 2 / math.pi * (angle + math.sin(angle) * total)
    else:
        term = total = 1.0
        for number in range(1, freedom - 2, 2):
            term *= cos2 * number / (number + 1)
            total += term
        within = math.sin(angle) * total
    return (1 + within) / 2
