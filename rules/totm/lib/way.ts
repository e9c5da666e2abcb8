import { statOf } from 'proscenium'

const STATS = ['brawn', 'brains', 'faith', 'speed']

/** The stats a way's risks call for, by the manifest's keywords, in the order of the risks. */
const called = (risks: readonly string[]): string[] =>
  risks.flatMap((risk) => Object.entries(game.manifest.risks).flatMap(([word, stat]) => (risk.toLowerCase().includes(word) ? [stat] : [])))

/**
 * The stat that decides for somebody: the weakest of all that the risks call for; in the classic check the first one;
 * without any the best they have. Equals go by the order of the alphabet.
 */
export function deciding(actor: Actor, way: Journey): string {
  const value = (stat: string): number => statOf(actor, stat, game)
  const wanted = called(way.risks)
  if (wanted.length === 0) return STATS.toSorted((a, b) => value(b) - value(a))[0] ?? 'brawn'
  if (game.manifest.traverse === 'classic') return wanted[0] ?? 'brawn'
  return wanted.toSorted((a, b) => value(a) - value(b) || (a < b ? -1 : 1))[0] ?? 'brawn'
}

/** How one traveller fared: what the caller is told. */
export interface Fared {
  status: 'success' | 'partial_success' | 'failure'
  damage: number
  effect: string
  stat: string
  roll: number
  difficulty: number
}

/** One roll on the way: a die of as many sides as the stat, against the difficulty. Without a difficulty nothing is rolled. */
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
