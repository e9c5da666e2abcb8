import { appendFileSync, writeSync } from 'node:fs'

/** In a soak: says how far a long run has come, and keeps it for the summary that `npm run soak` ends with. Else nothing. */
export function counted(what: string, counts: Readonly<Record<string, number>>): void {
  const file = process.env['SOAK_COUNTS']
  if (file === undefined) return
  const words = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
  writeSync(2, `${what}: ${words.join(', ')}\n`)
  appendFileSync(file, `${JSON.stringify({ what, counts })}\n`)
}
