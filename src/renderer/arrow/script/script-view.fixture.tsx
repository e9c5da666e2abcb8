// A script view on its own, for the tests: an empty scene in an otherwise empty window.
import { useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { type ArrowDocument, type ArrowId, readArrow, writeArrow } from '../../../arrow'
import '../../ui/base.css'
import '../../ui/controls.css'
import { ScriptView } from './ScriptView'

function Writer({ text }: { text: string }): ReactElement {
  const [document, setDocument] = useState<ArrowDocument>(() => readArrow(text).document)
  const [selection, setSelection] = useState<readonly ArrowId[]>([])
  return (
    <main style={{ height: '100vh' }}>
      <h1 className="unseen">Scenes</h1>
      <ScriptView document={document} scene={0} selection={selection} isEditable onEdit={setDocument} onSelect={setSelection} />
      <output hidden data-text={writeArrow(document)} data-selection={selection.join()} />
    </main>
  )
}

declare global {
  interface Window {
    showScript: (text: string, theme: string) => void
  }
}
window.showScript = (text, theme) => {
  document.documentElement.dataset['theme'] = theme
  const root = document.createElement('div')
  root.id = 'root'
  document.body.replaceChildren(root)
  createRoot(root).render(<Writer text={text} />)
}
