import { type ReactElement, useCallback, useEffect, useState } from 'react'
import type { FeatureRest } from '../registry'
import { useSession } from '../session'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { Button, Modal, Scroll } from '../ui/Parts'
import { texts } from '../ui/texts'
import { openAt } from './open-at'
import { fileTexts as t } from './texts'
import './files.css'

/** The most rendered lines. The dialog gives the number of the others. */
const MAX_LINES = 5000

/** A read-only view of a campaign file as it is on disk now; the requested line is marked and scrolled into view. */
function FileDialog({ path, line, onClose }: { path: string; line?: number | undefined; onClose: () => void }): ReactElement {
  const [heard, setHeard] = useState<{ text?: string; problem?: string }>({})
  useEffect(() => {
    let isUnmounted = false
    const hear = (what: { text?: string; problem?: string }): void => {
      if (!isUnmounted) setHeard(what)
    }
    api.fileNow.query({ path }).then(
      (text) => hear({ text }),
      (error: unknown) => hear({ problem: problemOf(error).message })
    )
    return () => {
      isUnmounted = true
    }
  }, [path])
  const reveal = useCallback((row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' }), [])
  const lines = heard.text?.replace(/\n$/, '').split('\n')
  return (
    <Modal title={path} onClose={onClose} className="file-dialog">
      {heard.problem !== undefined ? (
        <p role="alert">{heard.problem}</p>
      ) : lines ? (
        <Scroll className="file-lines mono" label={path}>
          <ol>
            {lines.slice(0, MAX_LINES).map((one, i) => (
              <li key={i} ref={i + 1 === line ? reveal : undefined} aria-current={i + 1 === line ? 'true' : undefined}>
                {one === '' ? ' ' : one}
              </li>
            ))}
          </ol>
        </Scroll>
      ) : (
        <p className="quiet">{texts.loading}</p>
      )}
      {lines && lines.length > MAX_LINES && (
        <p className="quiet numbers">{`The file has ${(lines.length - MAX_LINES).toLocaleString('en')} more lines.`}</p>
      )}
      <p>
        <Button
          label={t.open}
          onClick={() => {
            onClose()
            openAt(path, line)
          }}
        />
      </p>
    </Modal>
  )
}

function OpenFile({ onClose }: { onClose: () => void }): ReactElement | null {
  const file = useSession((s) => s.file)
  return file ? <FileDialog key={file.path} path={file.path} line={file.line} onClose={onClose} /> : null
}

/** The dialog with a file. */
export const rest: FeatureRest = { dialogs: [{ id: 'file', body: OpenFile }] }
