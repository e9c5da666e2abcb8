import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { FileLink } from '../files/FileLink'
import { TryLink } from '../files/TryLink'
import { refetch } from '../sync'
import { follow } from '../prose/follow'
import { dismiss, useSession, type Notice } from '../session'
import { own } from '../../shared/base/json'
import { VERBS } from '../../shared/story/names'
import type { Params } from '../../shared/story/play'
import type { ProblemData } from '../../shared/base/problem'
import { needsSettings } from '../store/remedy'
import { run } from '../ui/commands'
import { texts } from '../ui/texts'
import { Button, IconButton } from '../ui/Parts'

/** Problems and notifications at the top, or at the bottom while a dialog is open. */
export function Notices(): ReactElement {
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
  const outdated = notice.problem?.data?.['outdated'] === true
  return (
    <section className={`notice ${notice.kind}`} role={notice.kind === 'problem' ? 'alert' : 'status'}>
      <h3>{outdated ? 'Proscenium was updated' : code ? texts.notice.titles[code] : notice.text}</h3>
      <IconButton label={texts.notice.close} icon={<X size={14} />} small onClick={() => dismiss(notice.id)} />
      {code && <p>{notice.text}</p>}
      {code && code !== 'stalled' && !notice.problem?.data?.['lost'] && <p className="kept">Nothing was changed.</p>}
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
      ) : code === 'stalled' ? (
        <Stalled id={notice.id} data={notice.problem?.data} />
      ) : notice.does ? (
        <NoticeDoes id={notice.id} does={notice.does} />
      ) : null}
    </section>
  )
}

/** The remedies when a character passes repeatedly: find the cause, or resume. */
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
      <Button label={texts.remedy.on} small onClick={after(() => run('play'))} />
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

/** The button with a notice's remedy. */
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
