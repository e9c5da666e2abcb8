import { useState, type ReactElement } from 'react'
import { api } from '../client'
import { notify, useSession } from '../session'
import { runCall } from '../run-call'
import { copyText } from '../ui/CopiedField'
import { Field } from '../ui/Field'
import { Button, Modal } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { saveAs } from '../ui/save-as'
import './help.css'

const read = (): Promise<string> =>
  api.problemReport.query({
    window: `${innerWidth} × ${innerHeight}, ${useSession.getState().appearance.replace(/-.*/, '')}, ${navigator.userAgent}`.slice(0, 500)
  })

/** A report of a problem that the user reads, changes, and copies or saves. It is sent nowhere. */
export default function ReportDialog({ onClose }: { onClose: () => void }): ReactElement {
  const query = useQuery('report', '', read)
  const [changed, setChanged] = useState<string>()
  const report = changed ?? query.answer
  const save = async (): Promise<void> => {
    const name = await runCall(() => saveAs('proscenium-problem.txt', new Blob([report ?? ''], { type: 'text/plain' })))
    if (name !== undefined) notify(`Saved as ${name}.`)
  }
  const foot = (
    <>
      <Button label="Close" onClick={onClose} />
      <Button label="Save…" disabled={report === undefined} onClick={() => void save()} />
      <Button label="Copy" main disabled={report === undefined} onClick={() => void copyText(report ?? '', 'report')} />
    </>
  )
  return (
    <Modal title="Report a problem" onClose={onClose} foot={foot} className="report">
      <p className="hint">
        Proscenium sends nothing. Fill in the first lines, read the rest and delete what you don’t want to share. Then copy or save the report, and
        give it to the person you ask for help.
      </p>
      <Query {...query} waits="Reading the log…">
        {() => (
          <Field label="Report" hint="It has no text of your stories and no keys.">
            {(tied) => (
              <textarea
                {...tied}
                className="field-input mono"
                rows={20}
                spellCheck={false}
                value={report}
                onChange={(event) => setChanged(event.target.value)}
              />
            )}
          </Field>
        )}
      </Query>
    </Modal>
  )
}
