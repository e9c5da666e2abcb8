import { type ReactElement, useEffect, useRef, useState } from 'react'
import { type OpenComparison as Wanted, activeFile, useWorkshop } from '../state'
import { ThreeWay } from './ThreeWay'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { uneditableReason } from '../../editing'
import { useSession } from '../../session'
import { Blank, Button, IconButton } from '../../ui/Parts'
import { modelOf } from '../editor/models'
import { monaco } from '../editor/monaco'
import { pastModel, usePastText } from '../editor/past'
import { editorOptions, showWindowColours } from '../editor/theme'
import { setEditorFocus } from '../focus'
import { isKeptByTable } from '../kinds'
import { workshopTexts } from '../texts'
import { counted } from '../../ui/amounts'

/** The open comparison, in place of the editor. */
export function ComparisonPane({ wanted }: { wanted: Wanted }): ReactElement {
  return wanted.what === 'commit' ? <CommitComparison {...wanted} /> : <ThreeWay path={wanted.path} />
}

const t = workshopTexts.compare

function CommitComparison({ path, commit, label }: { path: string; commit: string; label: string }): ReactElement {
  const past = usePastText(path, commit)
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(undefined)
  const [changes, setChanges] = useState<number>()
  const appearance = useSession((s) => s.appearance)
  const why = useSession(uneditableReason)
  const isReady = past !== undefined && past.problem === undefined
  useEffect(() => showWindowColours(appearance), [appearance])
  useEffect(() => {
    const one = activeFile()
    if (!box.current || !past || past.problem !== undefined || one?.path !== path) return undefined
    const isKept = isKeptByTable(path, useWorkshop.get().files?.find((file) => file.path === path)?.kind)
    const created = monaco.editor.createDiffEditor(box.current, {
      ...editorOptions(),
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderOverviewRuler: false,
      ignoreTrimWhitespace: false,
      readOnly: why !== undefined || isKept
    })
    created.setModel({ original: pastModel(path, past), modified: modelOf(one) })
    editor.current = created
    const names = [keepName(created.getOriginalEditor(), `The file at ${label.toLowerCase()}`), keepName(created.getModifiedEditor(), 'The file now')]
    const listener = created.onDidUpdateDiff(() => setChanges(created.getLineChanges()?.length ?? 0))
    setEditorFocus(() => created.getModifiedEditor().focus())
    created.getModifiedEditor().focus()
    return () => {
      setEditorFocus(undefined)
      for (const one of [listener, ...names]) one.dispose()
      created.dispose()
      editor.current = undefined
    }
  }, [path, past, label, why])
  const step = (to: 'next' | 'previous'): void => editor.current?.goToDiff(to)
  return (
    <section className="workshop-compare" aria-label={t.title(label)}>
      <header>
        <h2 className="clip">{t.title(label)}</h2>
        {changes !== undefined && <output className="quiet numbers">{changes === 0 ? 'No differences' : counted(changes, 'difference')}</output>}
        <IconButton label="Previous difference" icon={<ChevronUp size={14} />} tip small onClick={() => step('previous')} />
        <IconButton label="Next difference" icon={<ChevronDown size={14} />} tip small onClick={() => step('next')} />
        <Button label="Back to the editor" small onClick={() => useWorkshop.set({ comparison: undefined })} />
      </header>
      {isReady ? (
        <div ref={box} className="workshop-code" />
      ) : (
        <Blank title={past ? 'This file didn’t exist at this beat' : workshopTexts.reading}>{past?.problem}</Blank>
      )}
    </section>
  )
}

/** Names one of the two editors for screen readers. The diff editor drops such names with every update of its options. */
function keepName(editor: monaco.editor.ICodeEditor, ariaLabel: string): monaco.IDisposable {
  const set = (): void => {
    if (editor.getOption(monaco.editor.EditorOption.ariaLabel) !== ariaLabel) editor.updateOptions({ ariaLabel })
  }
  set()
  return editor.onDidChangeConfiguration(set)
}
