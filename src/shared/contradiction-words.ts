import type { ContradictionKind } from './contradictions'

/** The kinds as people read them. */
export const CONTRADICTIONS: Readonly<Record<ContradictionKind, string>> = {
  voice: 'The dead or absent speak',
  harm: 'Hurt or unhurt against the record',
  thing: 'A thing that nobody has',
  player: "A player's character made to act",
  way: 'A closed way used',
  secret: 'A secret given away',
  repeat: 'Repeated from the log'
}

/** A quote between quotation marks, unless it begins with some. */
export const quoted = (quote: string): string => (/^["“«]/.test(quote) ? quote : `“${quote}”`)
