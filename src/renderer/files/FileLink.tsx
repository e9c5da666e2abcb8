import type { ReactElement } from 'react'
import { follow } from '../prose/follow'
import { goalOfFile } from '../prose/link-goal'
import { useSession } from '../session'

/** The path of a file, and a way there: to the form of the place or region it is about, else to the file and the line. */
export function FileLink({ path, line }: { path: string; line?: number | undefined }): ReactElement {
  const state = useSession((s) => s.present?.state)
  return (
    <button type="button" className="link mono file-link" onClick={() => state && follow(goalOfFile(path, state), line)}>
      {path}
      {line === undefined ? '' : `:${line}`}
    </button>
  )
}
