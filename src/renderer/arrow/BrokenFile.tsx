import type { ReactElement } from 'react'
import { Blank } from '../ui/Parts'
import { closeDocument } from './documents'
import { useArrow } from './state'
import { arrowTexts } from './texts'

const t = arrowTexts.broken

/** A file that can't be opened: why, and what to do. */
export function BrokenFile({ path }: { path: string }): ReactElement | null {
  const broken = useArrow((s) => s.broken[path])
  if (!broken) return null
  return (
    <Blank
      title={t.title}
      action={
        <button type="button" className="button" onClick={() => void closeDocument()}>
          {arrowTexts.head.back}
        </button>
      }
    >
      <span className="mono">{path}</span> {broken.problem.message} {t.none}
    </Blank>
  )
}
