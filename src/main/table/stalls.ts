import { isPlayed } from '../../shared/story/beat-kinds'
import { Problem } from '../../shared/base/problem'
import { refusalsOf, type Refusal } from '../../shared/table/present'
import type { TurnRecord } from '../../shared/table/turns'
import { lineTo } from '../campaign/commit-line'
import type { History } from '../campaign/history'
import { parseBeatMessage } from '../campaign/beat-message'
import { BUDGET, GIVEN_UP } from '../engine/verbs'
import { hasSeat, type TurnRecords } from '../story/turns/turn-records'

/** The number of passes in a row for the same reason after which the table pauses. It pauses again after as many more. */
const MAX_SAME_PASSES = 3
/** The number of commits that are searched for earlier turns. */
const MAX_COMMITS = 400

/** Calls between two attempts to act that don't count, because they are not actions and don't end a turn. */
const ASIDE = new Set([...Object.keys(BUDGET), 'narrate', 'roll_table'])

/** The reason for a turn that the table ended without a refusal: its agent requested nothing. */
const NO_ACTION = 'no valid action'

/** The reason why a turn was only a pass; undefined for any other turn. */
function passReason({ n, who, seat, calls }: Pick<TurnRecord, 'n' | 'who' | 'seat' | 'calls'>): Refusal | undefined {
  const call = calls.find(({ beat }) => beat !== undefined)
  const wasGivenUp = call?.input[GIVEN_UP] !== undefined
  // The built-in table tries one call. If that call is refused, the table makes the simplest possible one instead.
  const passed = call && (call.tool === 'pass' || wasGivenUp || call.agent === 'offline' || seat.agent === 'offline')
  if (!passed) return undefined
  return refusalsOf(n, calls).at(-1) ?? (wasGivenUp ? { beat: n, by: who, action: call.tool, reason: NO_ACTION } : undefined)
}

/**
 * Why the table has to pause after a commit's beat: its seat passed for the third time in a row (the sixth, …) for the same reason,
 * and nothing was edited meanwhile. Undefined if play may go on. Turns that aren't recorded on this machine don't count.
 */
export function stallAt(
  turns: Pick<TurnRecords, 'of'>,
  history: Pick<History, 'commit'>,
  last: string,
  name: (who: string) => string
): Problem | undefined {
  const newest = turns.of(last)
  const why = newest && hasSeat(newest) ? passReason(newest) : undefined
  if (!newest || !hasSeat(newest) || !why) return undefined
  let passes = 0
  let examined = 0
  for (const commit of lineTo(history, last)) {
    if (examined++ === MAX_COMMITS) break
    const turn = turns.of(commit.id)
    if (!turn && !isPlayed(parseBeatMessage(commit).beat.kind)) break
    if (turn && hasSeat(turn) && turn.who === newest.who) {
      const before = passReason(turn)
      if (before?.reason === why.reason && before.action === why.action) passes++
      else if (before || !ASIDE.has(turn.calls.find(({ beat }) => beat !== undefined)?.tool ?? '')) break
    }
  }
  if (passes === 0 || passes % MAX_SAME_PASSES !== 0) return undefined
  const { by, action, reason, beat: _, ...where } = why
  if (reason === NO_ACTION)
    return new Problem(
      'stalled',
      `${name(by)}'s agent gave no valid action in ${passes} turns in a row. Choose another agent for the seat, or play on.`,
      { who: by }
    )
  return new Problem('stalled', `${name(by)} passed ${passes} times in a row because "${action}" was refused: ${reason} Correct that, or play on.`, {
    who: by,
    action,
    ...where
  })
}
