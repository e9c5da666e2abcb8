import { useCallback, type ReactElement } from 'react'
import { useSession } from '../session'
import { Chooser } from '../ui/Chooser'
import { momentTexts } from '../ui/moment-texts'
import { ask, compareThese } from './commands'
import { inTime, othersOf, type Other } from './others'

const t = momentTexts.compare
const close = (): void => ask({ choosing: undefined })

/** Asks what the moment that is looked at is to be compared with. */
export function ChooseOther(): ReactElement | null {
  const commit = useSession((s) => s.moments.choosing)
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const head = useSession((s) => s.present?.head)
  const branch = useSession((s) => s.present?.branch ?? '')
  const find = useCallback(
    (query: string): readonly Other[] => (commit === undefined || head === undefined ? [] : othersOf(beats, line, commit, head, branch, query)),
    [beats, line, commit, head, branch]
  )
  if (commit === undefined || head === undefined) return null
  return (
    <Chooser
      title={t.choose(beats.byId.get(commit)?.n ?? 0)}
      placeholder={t.placeholder}
      none={t.none}
      find={find}
      onChoose={(other) => compareThese(...inTime(beats, line, commit, other.commit))}
      onClose={close}
    />
  )
}
