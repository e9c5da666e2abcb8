import { ArrowLeft, Boxes, Clapperboard, Link2, ListTree, Plus, ScrollText, Search } from 'lucide-react'
import { memo, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { type ArrowId, type ArrowScene, createScene } from '../../arrow'
import { CommandButton } from '../ui/Parts'
import { create, showScene } from './edits'
import { ExportMenu } from './export/ExportMenu'
import type { DocumentView } from './document-view'
import { eventOfFile, isUnsaved, useArrow } from './state'
import { texts } from '../ui/texts'
import { arrowTexts } from './arrow-texts'

const t = arrowTexts.head

interface DocumentHeadProps extends Pick<DocumentView, 'path' | 'scene' | 'why'> {
  title: string
  scenes: ReadonlyMap<ArrowId, ArrowScene>
}

/** The title of the open document and its scenes and macros as tabs. */
export const DocumentHead = memo(function DocumentHead({ path, title, scenes, scene, why }: DocumentHeadProps): ReactElement {
  const isUnsavedNow = useArrow((s) => {
    const one = s.open[path]
    return one !== undefined && isUnsaved(one)
  })
  const event = useArrow((s) => eventOfFile(path, s))
  const isOutlined = useArrow((s) => s.outline)
  const isScript = useArrow((s) => s.part === 'script')
  return (
    <header className="arrow-head">
      <CommandButton id="arrow.close" className="small" label={t.back} icon={<ArrowLeft size={15} />} />
      <h2 className="clip">{title.trim() === '' ? arrowTexts.list.untitled : title}</h2>
      {isUnsavedNow && (
        <span className="arrow-unsaved" title={texts.save.bar}>
          <span className="unseen">{texts.save.bar}</span>
        </span>
      )}
      {event ? (
        <span className="quiet clip arrow-event" title={`The scene of the story event “${event.title}”`}>
          {event.title === title.trim() ? arrowTexts.list.sceneOfIt : event.title}
        </span>
      ) : (
        why === undefined && <CommandButton id="arrow.attach" className="small" icon={<Link2 size={14} />} />
      )}
      <SceneTabs scene={scene} scenes={[...scenes].map(([id, { name, macro }]) => ({ id, name, isMacro: macro === true }))} />
      {why === undefined && (
        <>
          <CommandButton id="arrow.scene" className="small" icon={<Plus size={14} />} />
          <CommandButton id="arrow.macro" className="small" icon={<Boxes size={14} />} />
        </>
      )}
      <span className="arrow-head-end">
        <CommandButton id="arrow.find" className="small" icon={<Search size={14} />} />
        <ExportMenu />
        <CommandButton id="arrow.script" className="small" icon={<ScrollText size={14} />} pressed={isScript} />
        <CommandButton id="arrow.outline" className="small" icon={<ListTree size={14} />} pressed={isOutlined} />
      </span>
    </header>
  )
})

/** The scenes and macros of the document. The arrow keys move between tabs. */
function SceneTabs({ scene, scenes }: { scene: ArrowId; scenes: readonly { id: ArrowId; name: string; isMacro: boolean }[] }): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = scenes.findIndex(({ id }) => id === scene)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: scenes.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const goal = scenes[(to + scenes.length) % scenes.length]
    if (!goal) return
    showScene(goal.id)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }
  return (
    <div ref={list} role="tablist" aria-label="Scenes and macros" className="arrow-tabs" onKeyDown={onKeyDown} tabIndex={-1}>
      {scenes.map(({ id, name, isMacro }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === scene}
          tabIndex={id === scene ? 0 : -1}
          className="arrow-tab"
          title={isMacro ? `${name} (${t.macro})` : name}
          onClick={() => showScene(id)}
        >
          {isMacro ? <Boxes size={12} aria-label={t.macro} /> : <Clapperboard size={12} aria-hidden="true" />}
          <span className="clip">{name}</span>
        </button>
      ))}
    </div>
  )
}

/** Adds a scene or a macro and shows it. */
export const addScene = (macro: boolean): void => {
  create(
    (document) =>
      createScene(document, {
        macro,
        name: freeName(
          macro ? t.newMacro : 'New scene',
          [...document.resources.scenes.values()].map(({ name }) => name)
        )
      }),
    (scene) => ({ scene, selection: [] })
  )
}

/** A unique name: “New scene”, “New scene 2” and so on. */
function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let n = 2; taken.includes(name); n++) name = `${wanted} ${n}`
  return name
}
