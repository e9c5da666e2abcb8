import { Popover } from '@base-ui/react/popover'
import { ChevronUp } from 'lucide-react'
import { useRef, type ReactElement } from 'react'
import type { HandEdit } from '../shared/present'
import { reachFirst } from './ui/first-field'
import { Scroll } from './ui/Parts'
import { statusTexts as t } from './ui/status-texts'
import { adoptEdits, setEditsAside } from './verbs'
import './hand-edits.css'

/** As many files are named at once. */
const NAMED = 200

/** How many files were changed by hand, which they are, and what can be done about them. */
export function HandEdits({ edits }: { edits: readonly HandEdit[] }): ReactElement {
  const popup = useRef<HTMLDivElement>(null)
  // As in a dialog: the keys are in the list before the next one comes.
  const takeKeys = (): false => {
    if (popup.current) reachFirst(popup.current)
    return false
  }
  const title = t.edits(edits.length)
  return (
    <span className="status-edits">
      <Popover.Root>
        <Popover.Trigger className="link">
          {title} <ChevronUp size={12} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="top" align="start" sideOffset={6} className="menu-layer">
            <Popover.Popup ref={popup} className="menu edited" aria-label={title} initialFocus={takeKeys}>
              <Scroll label={title} className="edited-files">
                <ul>
                  {edits.slice(0, NAMED).map(({ path, change, problem }) => (
                    <li key={path}>
                      <span className="mono">{path}</span> <span className="quiet">{problem ?? t.changes[change]}</span>
                    </li>
                  ))}
                </ul>
              </Scroll>
              {edits.length > NAMED && <p className="quiet numbers">{t.more(edits.length - NAMED)}</p>}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <button type="button" className="link" onClick={() => void adoptEdits()}>
        {t.adopt}
      </button>
      <button type="button" className="link" onClick={() => void setEditsAside()}>
        {t.setAside}
      </button>
    </span>
  )
}
