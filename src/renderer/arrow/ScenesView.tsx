import { useDeferredValue, useEffect, useMemo, useState, type ReactElement } from 'react'
import { Split } from '../ui/Split'
import { useSession, notify } from '../session'
import { Blank, Button } from '../ui/Parts'
import { type ArrowDocument, mergeDocuments, withOwnIds } from '../../arrow'
import { useChanges } from './assistant/use-changes'
import { BrokenFile } from './BrokenFile'
import { DocumentHead } from './DocumentHead'
import { DocumentList } from './DocumentList'
import { loadFiles, openDocument, saveDocument } from './documents'
import { edit, nodeItem, select, showNode } from './edits'
import { TableNotice } from './attach/TableNotice'
import { gravest, useFindings } from './findings/use-findings'
import { useHeat } from './reach/use-heat'
import type { Overlay } from './graph/cards'
import { SceneCanvas } from './graph/SceneCanvas'
import { SceneOutline } from './outline/SceneOutline'
import { useTableVisits } from './play/at-table'
import { usePlayed } from './play/state'
import { ScriptView } from './script/ScriptView'
import { useDocumentView, type DocumentView } from './document-view'
import { currentOf, selectedNodes, useArrow, isUnsaved, putOpen } from './state'
import { arrowTexts } from './arrow-texts'
import './scenes.css'
import { ChangedOnDisk } from '../ui/ChangedOnDisk'
import { documentFiles, proposedMessage } from './document-files'
import { SaveBar } from '../ui/SaveBar'

/** Saves the document while it has unsaved changes. */
function UnsavedBar({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  const isSaving = useArrow((s) => s.saving)
  // The description of changes in a large document is computed when the change itself has been drawn.
  const drawn = useDeferredValue(one)
  const proposed = useMemo(() => drawn && proposedMessage(drawn), [drawn])
  if (!one || !isUnsaved(one)) return null
  const { saved } = one
  return (
    <SaveBar
      label="What changed"
      message={one.message}
      proposed={proposed ?? ''}
      isSaving={isSaving}
      isAsked={one.theirs !== undefined}
      onMessage={(message) => putOpen(path, { message })}
      onSave={() => void saveDocument(path)}
      onDiscard={saved && (() => documentFiles.discard(path))}
    />
  )
}

/** Asks which version of a document to keep if its file changed while it had unsaved changes. */
function ChangedOutside({ path }: { path: string }): ReactElement | null {
  const one = useArrow((s) => s.open[path])
  if (one?.theirs === undefined) return null
  const { saved, document } = one
  const theirs = one.theirs?.content
  const merge = (): void => {
    if (!saved || !theirs) return
    const { document: merged, conflicts } = mergeDocuments(saved, withOwnIds(saved, document, theirs), theirs)
    documentFiles.keepVersion(path, { merged })
    notify(arrowTexts.changed.merged(conflicts))
  }
  return (
    <ChangedOnDisk what="document" isGone={one.theirs === null} onKeep={(version) => documentFiles.keepVersion(path, version)}>
      {saved && <Button label="Merge both" small main onClick={merge} />}
    </ChangedOnDisk>
  )
}

const t = arrowTexts

/** The Scenes view: the documents of the campaign, or the open one. */
export function ScenesView(): ReactElement {
  const path = useArrow((s) => s.path)
  const isListed = useArrow((s) => s.files !== undefined)
  const isBroken = useArrow((s) => s.path !== undefined && Object.hasOwn(s.broken, s.path))
  const isOpen = useArrow((s) => s.path !== undefined && Object.hasOwn(s.open, s.path))
  const shown = useDocumentView()
  useEffect(() => {
    if (!isListed) void loadFiles()
  }, [isListed])
  // After a reload of the window the document is read again.
  useEffect(() => {
    if (path !== undefined && !isBroken && !isOpen) void openDocument(path)
  }, [path, isBroken, isOpen])
  return (
    <>
      <h1 className="unseen">{t.title}</h1>
      {path === undefined ? <DocumentList /> : isBroken ? <BrokenFile path={path} /> : shown ? <OpenDocument shown={shown} /> : <Absent />}
    </>
  )
}

/** A document that is being read, or that doesn't exist at the beat in view. */
function Absent(): ReactElement {
  const isPast = useSession((s) => s.cursor !== undefined)
  return <Blank title={isPast ? 'This scene does not exist at the beat you are looking at.' : 'Opening the document…'} />
}

function OpenDocument({ shown }: { shown: DocumentView }): ReactElement {
  return (
    <div className="arrow-view">
      <DocumentHead path={shown.path} title={shown.document.title} scenes={shown.document.resources.scenes} scene={shown.scene} why={shown.why} />
      <ChangedOutside path={shown.path} />
      <TableNotice path={shown.path} />
      <div className="arrow-stage">
        <GraphPart shown={shown} />
      </div>
      <UnsavedBar path={shown.path} />
    </div>
  )
}

/** The graph, with the script or the outline beside it if one is shown. */
function GraphPart({ shown: { path, document, scene, selection, why } }: { shown: DocumentView }): ReactElement {
  const outline = useArrow((s) => s.outline)
  const { playing, played } = usePlayed()
  const findings = useFindings(document)
  const heat = useHeat()
  const visits = useTableVisits(path)
  const changes = useChanges(path, document)
  const overlay = useMemo(
    (): Overlay => ({ playing, played, visits, findings: gravest(findings), heat, changes }),
    [playing, played, visits, findings, heat, changes]
  )
  const isScript = useArrow((s) => s.part === 'script')
  const now = useMemo(() => ({ document, scene, selection, overlay, isEditable: why === undefined }), [document, scene, selection, overlay, why])
  // After an edit by typing, the graph follows when the letter is on the screen.
  const [written, setWritten] = useState<ArrowDocument>()
  const isTyped = useArrow((s) => currentOf(s)?.lastEdit !== undefined) || document === written
  const late = useDeferredValue(now)
  const canvas = <SceneCanvas {...(isTyped ? late : now)} />
  if (isScript)
    return (
      <Split name="arrow-script" orientation="horizontal" first={[58, 36]} second={[42, 16]}>
        <ScriptView
          document={document}
          scene={scene}
          selection={selectedNodes(selection)}
          playing={playing}
          isEditable={why === undefined}
          onEdit={(after, key) => {
            setWritten(after)
            edit(() => after, key === undefined ? {} : { key })
          }}
          onSelect={(nodes) => {
            select(nodes.map(nodeItem))
            useArrow.set({ shown: useArrow.get().shown + 1 })
          }}
          onGo={showNode}
        />
        {canvas}
      </Split>
    )
  if (!outline) return canvas
  return (
    <Split name="arrow" orientation="horizontal" first={[36, 20]} second={[64, 30]}>
      <SceneOutline document={document} scene={scene} selection={selection} visits={visits} changes={changes} />
      {canvas}
    </Split>
  )
}
