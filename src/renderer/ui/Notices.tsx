import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { refetch } from '../following'
import { dismiss, useSession, type Notice } from '../session'
import { needsSettings } from '../store/mend'
import { run } from './commands'
import { texts } from './texts'

/** Problems and news, at the top, or at the foot while a dialog is open: what happened, what was kept, what to do. */
export function Notices(): ReactElement {
  const notices = useSession((s) => s.notices)
  return (
    <section className="notices" aria-label={texts.notice.region}>
      {notices.map((one) => (
        <Card key={one.id} notice={one} />
      ))}
    </section>
  )
}

function Card({ notice }: { notice: Notice }): ReactElement {
  const code = notice.problem?.code
  return (
    <section className={`notice ${notice.kind}`} role={notice.kind === 'problem' ? 'alert' : 'status'}>
      <h3>{code ? texts.notice.titles[code] : notice.text}</h3>
      <button type="button" className="icon-button small" aria-label={texts.notice.close} onClick={() => dismiss(notice.id)}>
        <X size={14} />
      </button>
      {code && <p>{notice.text}</p>}
      {code && !notice.problem?.data?.['lost'] && <p className="kept">{texts.notice.kept}</p>}
      {code === 'conflict' || code === 'internal' ? (
        <button
          type="button"
          className="button small"
          onClick={() => {
            dismiss(notice.id)
            void refetch()
          }}
        >
          {texts.notice.reload}
        </button>
      ) : notice.problem && needsSettings(notice.problem) ? (
        <button type="button" className="button small" onClick={() => run('settings')}>
          {texts.mend.settings}
        </button>
      ) : notice.does ? (
        <NoticeDoes id={notice.id} does={notice.does} />
      ) : null}
    </section>
  )
}

/** The one thing that can be done about a piece of news. */
function NoticeDoes({ id, does }: { id: number; does: NonNullable<Notice['does']> }): ReactElement {
  return (
    <button
      type="button"
      className="button small"
      onClick={() => {
        dismiss(id)
        run(does.command)
      }}
    >
      {does.words}
    </button>
  )
}
