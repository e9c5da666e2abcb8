import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useLayoutEffect, type ReactElement } from 'react'
import { completeFeatures, dialogOf, isComplete, useFeatures } from '../registry'
import { useSession, dismiss, showProblem, type Notice } from '../session'
import { listen, run } from '../ui/commands'
import { keepFocus } from '../ui/keep-focus'
import { FeatureSlot } from '../ui/Slot'
import { texts } from '../ui/texts'
import { useFirstLoaded } from './loaded'
import { Stage } from './Stage'
import { X } from 'lucide-react'
import { FileLink } from '../files/FileLink'
import { TryLink } from '../files/TryLink'
import { refetch } from '../sync'
import { follow } from '../prose/follow'
import { own } from '../../shared/base/json'
import { VERBS } from '../../shared/story/names'
import type { Params } from '../../shared/story/play'
import type { ProblemData } from '../../shared/base/problem'
import { missingSheetOf, needsSettings } from '../store/remedy'
import { createSheet } from '../files/create-sheet'
import { Button, IconButton } from '../ui/Parts'
import './frame.css'
import './bars.css'

/** The whole window: start page or stage, dialogs above it, keys, theme. */
export function App(): ReactElement {
  const loaded = useSession((s) => s.loaded)
  const title = useSession((s) => s.present?.campaign.title)
  const link = useSession((s) => s.link)
  const isDrawn = useFirstLoaded()
  // Before the window is painted, so that no key is lost.
  useLayoutEffect(() => listen(), [])
  useEffect(() => keepFocus(), [])
  useEffect(() => {
    document.title = title === undefined ? texts.app : `${title} – ${texts.app}`
  }, [title])
  return (
    <Tooltip.Provider delay={450} closeDelay={80}>
      {link === 'lost' && (
        <div className="lost" role="alert">
          Lost the connection to Proscenium. Reconnecting… <span>{texts.lostHint}</span>
        </div>
      )}
      {loaded && title === undefined ? <FeatureSlot name="start" /> : loaded && isDrawn ? <Stage /> : <p className="opening">{texts.loading}</p>}
      <OpenDialog />
      <Notices />
    </Tooltip.Provider>
  )
}

const close = (): void => useSession.setState({ dialog: undefined })

function OpenDialog(): ReactElement | null {
  const id = useSession((s) => s.dialog)
  useFeatures()
  const dialog = dialogOf(id)
  const isMissing = id !== undefined && !dialog && !isComplete()
  useEffect(() => {
    if (isMissing) completeFeatures().catch(showProblem)
  }, [isMissing])
  return dialog ? <dialog.body onClose={close} /> : null
}

/** Problems and notifications at the top, or at the bottom while a dialog is open. */
function Notices(): ReactElement {
  const notices = useSession((s) => s.notices)
  return (
    <section className="notices" aria-label="Messages">
      {notices.map((one) => (
        <Card key={one.id} notice={one} />
      ))}
    </section>
  )
}

function Card({ notice }: { notice: Notice }): ReactElement {
  const code = notice.problem?.code
  const sheet = notice.problem && missingSheetOf(notice.problem)
  const outdated = notice.problem?.data?.['outdated'] === true
  return (
    <section className={`notice ${notice.kind}`} role={notice.kind === 'problem' ? 'alert' : 'status'}>
      <h3>{outdated ? 'Proscenium was updated' : code ? texts.notice.titles[code] : notice.text}</h3>
      <IconButton label={texts.notice.close} icon={<X size={14} />} small onClick={() => dismiss(notice.id)} />
      {code && <p>{notice.text}</p>}
      {code && code !== 'stalled' && !notice.problem?.data?.['lost'] && !notice.text.includes('Nothing was changed.') && (
        <p className="kept">Nothing was changed.</p>
      )}
      {code === 'conflict' || code === 'internal' ? (
        <Button
          label="Reload"
          small
          onClick={() => {
            dismiss(notice.id)
            if (outdated) location.reload()
            else void refetch()
          }}
        />
      ) : notice.problem && needsSettings(notice.problem) ? (
        <Button label={texts.remedy.settings} small onClick={() => run('settings')} />
      ) : sheet ? (
        <Button
          label={texts.remedy.create}
          small
          onClick={() => {
            dismiss(notice.id)
            void createSheet(sheet)
          }}
        />
      ) : code === 'stalled' ? (
        <Stalled id={notice.id} data={notice.problem?.data} />
      ) : notice.does ? (
        <NoticeDoes id={notice.id} does={notice.does} />
      ) : null}
    </section>
  )
}

function Stalled({ id, data }: { id: number; data: ProblemData['data'] }): ReactElement {
  const { place, file, line, action, params, who } = data ?? {}
  const name = useSession((s) => (typeof place === 'string' ? own(s.present?.state.places, place)?.name : undefined))
  const after = (does: () => void) => (): void => {
    dismiss(id)
    does()
  }
  return (
    <div className="notice-actions">
      {typeof place === 'string' && name !== undefined && (
        <Button label={texts.showPlace(name)} small onClick={after(() => follow({ what: 'place', id: place }))} />
      )}
      <Button label="Resume" small onClick={after(() => run('play'))} />
      {typeof file === 'string' && <FileLink path={file} line={typeof line === 'number' ? line : undefined} />}
      {typeof action === 'string' && !VERBS.some((verb) => verb === action) && (
        <TryLink
          wish={{
            action,
            actor: typeof who === 'string' ? who : undefined,
            params: params as Params | undefined,
            file: typeof file === 'string' ? file : undefined,
            line: typeof line === 'number' ? line : undefined
          }}
          then={() => dismiss(id)}
        />
      )}
    </div>
  )
}

function NoticeDoes({ id, does }: { id: number; does: NonNullable<Notice['does']> }): ReactElement {
  return (
    <Button
      label={does.words}
      small
      onClick={() => {
        dismiss(id)
        run(does.command)
      }}
    />
  )
}
