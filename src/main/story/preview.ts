import type { ActionCall } from '../../shared/play'
import type { Preview } from '../../shared/turns'
import { play } from '../engine/play'
import { changeLines } from './compare/changes'
import type { Snapshot } from './past'

/** What a call would do now, with the next beat's dice. Saves nothing. Throws Problem as playing it would. */
export function preview({ state, lore, game }: Snapshot, call: ActionCall): Preview {
  const { answer, subject, rolls, writes, state: after } = play(state, call, game)
  const log = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
  return { answer, subject, log, rolls, changes: changeLines({ state, lore, game }, { state: after, lore, game }) }
}
