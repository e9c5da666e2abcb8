import type { ReactElement } from 'react'
import type { ProblemData } from '../../../shared/base/problem'
import { showFile } from '../tabs'

/** A link to a position in a file. */
export function PlaceLink({ file, line }: { file: string; line?: number | undefined }): ReactElement {
  return (
    <button type="button" className="link mono" onClick={() => void showFile(file, line)}>
      {file}
      {line === undefined ? '' : `:${line}`}
    </button>
  )
}

/** A problem of a rule: the message, and its line. */
export function ProblemPlace({ problem: { message, data } }: { problem: ProblemData }): ReactElement {
  const { file, line } = data ?? {}
  return (
    <p className="try-fault">
      {message} {typeof file === 'string' && <PlaceLink file={file} line={typeof line === 'number' ? line : undefined} />}
    </p>
  )
}
