import { type Draft, fill, tell } from 'proscenium'
import { classOf } from './classes'

interface Levels {
  /** The experience at which level 2, 3, … begins. */
  at: number[]
  hp: number
  main: number
}

const LINES = [
  '$P [P:has|have] learnt something, and [P:is|are] level $N.',
  'After this, $P [P:is|are] not the same: level $N, and it shows.',
  '$P [P:stands|stand] a little differently now. That is level $N.',
  'What was hard for $P is a shade less hard, at level $N.',
  '$P [P:is|are] level $N, and [P:has|have] grown where it counts.',
  'It has been the making of $P, as far as level $N.',
  '$P [P:files|file] that away with everything else worth knowing: level $N.'
]

/** Gives each character experience. At a threshold of the manifest the level rises, and with it hit points and the class's own stat. */
export function award(draft: Draft, ids: readonly string[], points: number): void {
  const risen = new Map<number, string[]>()
  for (const id of ids) {
    const level = learn(draft, id, points)
    if (level !== undefined) risen.set(level, [...(risen.get(level) ?? []), draft.actor(id).name])
  }
  for (const [level, people] of risen)
    draft.say(
      tell(
        draft.state,
        'attack',
        LINES.map((line) => fill(line, { P: people, N: String(level) }))
      )
    )
}

/** The level that a character reaches with this experience, or undefined if it stays the same. */
function learn(draft: Draft, id: string, points: number): number | undefined {
  const kin = classOf(draft.actor(id))
  if (!kin || points <= 0) return undefined
  const { at, hp, main } = game.manifest['levels'] as Levels
  const xp = draft.base(id, 'xp') + points
  draft.setStat(id, 'xp', xp)
  const before = Math.max(1, draft.base(id, 'level'))
  const level = 1 + at.filter((needed) => xp >= needed).length
  if (level <= before) return undefined
  const up = level - before
  draft.setStat(id, 'level', level)
  draft.put(['actors', id, 'max', 'hp'], (draft.actor(id).max['hp'] ?? 0) + up * hp)
  if (draft.base(id, 'hp') > 0) draft.setStat(id, 'hp', draft.base(id, 'hp') + up * hp)
  draft.setStat(id, kin.main, draft.base(id, kin.main) + up * main)
  return level
}
