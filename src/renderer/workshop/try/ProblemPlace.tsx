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
  if (typeof file !== 'string') return <p className="try-fault">{message}</p>
  // A message that names the file has the link there.
  const [before = '', ...after] = message.includes(file) ? message.split(file) : [`${message} `]
  return (
    <p className="try-fault">
      {before}
      <PlaceLink file={file} line={typeof line === 'number' ? line : undefined} />
      {after.join(file).replace(/^(?::\d+)+/, '')}
    </p>
  )
}
