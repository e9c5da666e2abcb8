import { useState, type ReactElement } from 'react'
import type { FileLines } from '../../shared/analysis/compare'
import type { ExternalChange } from '../../shared/table/present'
import { api } from '../client'
import { useSession } from '../session'
import { DiffLines } from '../ui/DiffLines'
import { Pages } from '../ui/Pages'
import { Modal } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { texts } from '../ui/texts'
import { statusTexts as t } from './texts'

const NONE: readonly ExternalChange[] = []
const lines = texts.diff

/** Every externally changed file, each with its differences from the story's version. */
export function ReviewChanges({ onClose }: { onClose: () => void }): ReactElement {
  const edits = useSession((s) => s.present?.edits) ?? NONE
  return (
    <Modal title="External changes" onClose={onClose} className="review-edits">
      <p className="hint">{edits.length === 0 ? 'No file differs from the saved story.' : 'How each file differs from the saved story.'}</p>
      <Pages items={edits} renderRow={(edit) => <ReviewedFile key={edit.path} edit={edit} first={edits.length === 1} />} />
    </Modal>
  )
}

const ask = (path: string, _change: string, signal: AbortSignal): Promise<FileLines> => api.editLines.query({ path }, { signal })

function ReviewedFile({ edit: { path, change, problem }, first }: { edit: ExternalChange; first: boolean }): ReactElement {
  const [open, setOpen] = useState(first)
  return (
    <details className="edited-file" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="mono">{path}</span> <span className="quiet">{problem?.message ?? t.changes[change]}</span>
      </summary>
      {open && <Lines path={path} change={change} />}
    </details>
  )
}

function Lines({ path, change }: Pick<ExternalChange, 'path' | 'change'>): ReactElement {
  const answer = useQuery(path, change, ask)
  return (
    <div aria-busy={answer.waiting}>
      <Query {...answer} waits="Reading the file…">
        {({ hunks, left, binary }) => (
          <>
            {binary ? (
              <p className="quiet">{lines.binary}</p>
            ) : hunks.length === 0 ? (
              <p className="quiet">{lines.noLines}</p>
            ) : (
              <DiffLines hunks={hunks} />
            )}
            {left > 0 && <p className="quiet numbers">{lines.left(left)}</p>}
          </>
        )}
      </Query>
    </div>
  )
}
