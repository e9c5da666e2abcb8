const FORMAT = new Intl.NumberFormat('en')

/** A number with commas between its thousands, as `toLocaleString` gives it at ten times the cost. */
export const figures = (n: number): string => FORMAT.format(n)
