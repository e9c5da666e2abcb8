import type { ReactElement } from 'react'
import { Prose } from '../../prose/Prose'
import { languageOf } from '../kinds'
import { textOf } from '../live'
import { useWorkshop } from '../state'

/** The active Markdown file as readers see it, unsaved changes included. */
export default function PreviewPanel(): ReactElement {
  const active = useWorkshop((s) => s.active)
  useWorkshop((s) => s.edits)
  const text = active !== undefined && languageOf(active) === 'markdown' ? textOf(active) : undefined
  if (text === undefined) return <p className="quiet">Open a Markdown file to preview it.</p>
  const body = text.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, '')
  return body.trim() === '' ? <p className="quiet">This note is empty.</p> : <Prose text={body} />
}
