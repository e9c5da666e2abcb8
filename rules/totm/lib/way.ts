import { statOf } from 'proscenium'

const STATS = ['brawn', 'brains', 'faith', 'speed']

/** The stats that a journey's risks test, by the manifest's keywords, in the order of the risks. */
const called = (risks: readonly string[]): string[] =>
  risks.flatMap((risk) => Object.entries(game.manifest.risks).flatMap(([word, stat]) => (risk.toLowerCase().includes(word) ? [stat] : [])))

/**
 * The stat that decides for a character: the weakest of those that the risks test; in the classic check, the first of them;
 * without any, the character's best. Ties are broken alphabetically.
 */
export function deciding(actor: Actor, way: Journey): string {
  const value = (stat: string): number => statOf(actor, stat, game)
  const wanted = called(way.risks)
  if (wanted.length === 0) return STATS.toSorted((a, b) => value(b) - value(a))[0] ?? 'brawn'
  if (game.manifest.traverse === 'classic') return wanted[0] ?? 'brawn'
  return wanted.toSorted((a, b) => value(a) - value(b) || (a < b ? -1 : 1))[0] ?? 'brawn'
}

/** One traveller's outcome, as the caller gets it. */
export interface Fared {
  status: 'success' | 'partial_success' | 'failure'
  damage: number
  effect: string
  stat: string
  roll: number
  difficulty: number
}

/** One roll for a journey: a die with as many sides as the stat, against the difficulty. Without a difficulty there is no roll. */
export function fare(actor: Actor, id: string, way: Journey): Fared {
  const { difficulty } = way
  const stat = deciding(actor, way)
  const sides = Math.max(1, statOf(actor, stat, game))
  const rolled = difficulty > 0 ? roll(`d${sides}`, { label: stat, target: id, over: difficulty }).total : 0
  const short = difficulty - rolled
  const graded = game.manifest.traverse !== 'classic'
  const status = short <= 0 ? 'success' : graded && short === 1 ? 'partial_success' : 'failure'
  return { status, damage: Math.max(0, short), effect: 'none', stat, roll: rolled, difficulty }
}
