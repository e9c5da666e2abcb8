import type { ReactElement } from 'react'
import { RulingButton } from '../files/RulingButton'
import { cursorIndex, goTo, useSession } from '../session'
import { Button, Keys } from '../ui/Parts'
import { pastTexts as t } from './texts'

/** Says that the past is in view, and offers to leave it. */
export function PastBar(): ReactElement | null {
  const cursor = useSession((s) => s.cursor)
  const at = useSession(cursorIndex)
  const line = useSession((s) => s.line)
  const readOnly = useSession((s) => s.present?.campaign.readOnly !== undefined)
  const branch = useSession((s) => s.beats.trackOf.get(s.line.at(-1)?.id ?? '')?.branch)
  const other = useSession((s) => branch !== s.present?.branch)
  if (cursor === undefined) return null
  return (
    <section className="past-bar" aria-label="The past">
      <span className="numbers">{t.bar(line[at]?.n ?? 0, line.at(-1)?.n ?? 0, other ? branch : undefined)}</span>
      <Button label="Continue from here" main small disabled={readOnly} onClick={() => useSession.setState({ playRequest: 'branch' })} />
      <RulingButton commit={cursor} />
      <button type="button" className="button small" onClick={() => goTo(undefined)}>
        {t.back} <Keys shortcut="esc" />
      </button>
    </section>
  )
}
