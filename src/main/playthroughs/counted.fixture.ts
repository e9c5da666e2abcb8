import { appendFileSync, writeSync } from 'node:fs'

/** In a soak, prints the progress of a long run and keeps it for the summary at the end; otherwise does nothing. */
export function counted(what: string, counts: Readonly<Record<string, number>>): void {
  const file = process.env['SOAK_COUNTS']
  if (file === undefined) return
  const words = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
  writeSync(2, `${what}: ${words.join(', ')}\n`)
  appendFileSync(file, `${JSON.stringify({ what, counts })}\n`)
}
