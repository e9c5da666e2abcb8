import type { ReactElement } from 'react'
import { arrowTexts } from '../arrow-texts'
import { useTableFault } from './at-table'

/** Says why the table couldn't continue the document, if it has tried. */
export function TableFault({ path }: { path: string }): ReactElement | null {
  const why = useTableFault(path)
  if (why === undefined) return null
  return (
    <section className="banner" aria-label={arrowTexts.table.fault}>
      <output>
        <b>{arrowTexts.table.fault}</b> {why}
      </output>
    </section>
  )
}
