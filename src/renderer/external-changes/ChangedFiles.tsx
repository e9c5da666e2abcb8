import { Popover } from '@base-ui/react/popover'
import { ChevronUp, X } from 'lucide-react'
import { useRef, type ReactElement } from 'react'
import type { ExternalChange } from '../../shared/table/present'
import { useSession } from '../session'
import { focusFirst } from '../ui/first-field'
import { Button, IconButton, LinkButton, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import { createSheet } from '../files/create-sheet'
import { missingSheetOf } from '../store/remedy'
import { adoptEdits, answerEdits, setEditsAside } from '../operations'
import { statusTexts as t } from './texts'
import './external-changes.css'

const MAX_NAMED = 200
const NONE: readonly ExternalChange[] = []

/** Asks what to do with external changes and held files before the first beat. */
export function ChangesBanner(): ReactElement | null {
  const mustChoose = useSession((s) => s.resumeAfterEdits !== undefined && s.cursor === undefined)
  const edits = useSession((s) => s.present?.edits) ?? NONE
  const busy = useSession((s) => s.busy > 0)
  if (!mustChoose || edits.length === 0) return null
  const held = edits.filter(({ problem }) => problem).length
  const title = t.banner.title(edits.length - held, held)
  const answer = (how: Parameters<typeof answerEdits>[0], words: string, hint: string, main = ''): ReactElement => (
    <button type="button" className={`push-button small ${main}`} title={hint} disabled={busy} onClick={() => void answerEdits(how)}>
      {words}
    </button>
  )
  return (
    <section className="edits-banner" role="alert" aria-label={title}>
      <span className="numbers">{title}</span>
      <Button label="Review changes…" small onClick={() => useSession.setState({ dialog: 'edits' })} />
      {answer('adopt', t.adopt, 'Save the changes as one beat, then play', 'main')}
      {answer('set-aside', t.setAside, 'Move the changed files to a folder, then play')}
      {answer('leave', 'Play the saved world', 'Play without the changes and keep the files. Proscenium asks again when other files change')}
      <IconButton label={texts.notice.close} icon={<X size={14} />} small onClick={() => useSession.setState({ resumeAfterEdits: undefined })} />
    </section>
  )
}

/** The external changes in the status line: their number, their files, and the buttons that adopt or set them aside. */
export function ChangedFiles(): ReactElement | null {
  const edits = useSession((s) => s.present?.edits) ?? NONE
  return edits.length > 0 ? <Changed edits={edits} /> : null
}

function Changed({ edits }: { edits: readonly ExternalChange[] }): ReactElement {
  const popup = useRef<HTMLDivElement>(null)
  // As in a dialog, the focus moves to the list before the next key press.
  const takeKeys = (): false => {
    if (popup.current) focusFirst(popup.current)
    return false
  }
  const held = edits.filter(({ problem }) => problem).length
  const title = t.edits(edits.length - held, held)
  return (
    <span className="status-edits">
      <Popover.Root>
        <Popover.Trigger className="link">
          {title} <ChevronUp size={12} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="top" align="start" sideOffset={6} className="menu-layer">
            <Popover.Popup ref={popup} className="menu edits-menu" aria-label={title} initialFocus={takeKeys}>
              <Scroll label={title} className="edited-files">
                <ul>
                  {edits.slice(0, MAX_NAMED).map(({ path, change, problem }) => {
                    const sheet = problem && missingSheetOf(problem)
                    return (
                      <li key={path}>
                        <span className="mono">{path}</span> <span className="quiet">{problem?.message ?? t.changes[change]}</span>{' '}
                        {sheet && <LinkButton label={texts.remedy.create} onClick={() => void createSheet(sheet)} />}
                      </li>
                    )
                  })}
                </ul>
              </Scroll>
              {edits.length > MAX_NAMED && <p className="quiet numbers">{`and ${edits.length - MAX_NAMED} more`}</p>}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <LinkButton label={t.adopt} onClick={() => void adoptEdits()} />
      <LinkButton label={t.setAside} onClick={() => void setEditsAside()} />
    </span>
  )
}
