/** The Play view, and the commands that play the table. */
export const tableTexts = { speeds: { 1500: 'Slow', 600: 'Normal', 150: 'Fast', 0: 'As fast as possible' } as Record<number, string> } as const
