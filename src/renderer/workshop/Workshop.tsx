import { Suspense, useEffect, useLayoutEffect, type ReactElement } from 'react'
import { PanelBottomClose } from 'lucide-react'
import { useSession } from '../session'
import { Blank, CommandButton } from '../ui/Parts'
import { Split } from '../ui/Split'
import { compareWithDisk, loadFiles, readFile } from './documents'
import { EditorPane } from './editor/EditorPane'
import { focusPanel, panelTabId } from './focus'
import './language/register'
import { PANELS } from './panels'
import { goToPanel, useWorkshop } from './state'
import { FileTree } from './tree/FileTree'
import { reopenTabs } from './tabs'
import { TabRow } from './TabRow'
import { workshopTexts as t } from './texts'
import './workshop.css'

/** The whole workshop: tree, tabs, editor, and the panels below it. */
export function Workshop(): ReactElement {
  const dir = useSession((s) => s.present?.campaign.dir)
  return <Files key={dir} />
}

function Files(): ReactElement {
  const active = useWorkshop((s) => s.active)
  const isRead = useWorkshop((s) => s.active !== undefined && (Object.hasOwn(s.open, s.active) || Object.hasOwn(s.broken, s.active)))
  useEffect(() => {
    void loadFiles()
    void compareWithDisk()
    void reopenTabs()
  }, [])
  useEffect(() => {
    if (active !== undefined && !isRead) void readFile(active)
  }, [active, isRead])
  return (
    <div className="workshop">
      <Split name="workshop" orientation="horizontal" first={[22, 12]} second={[78, 40]}>
        <FileTree />
        <section className="workshop-main">
          <TabRow />
          <Work />
        </section>
      </Split>
    </div>
  )
}

function Work(): ReactElement {
  const isDocked = useWorkshop((s) => s.isDocked)
  if (!isDocked) return <EditorPane />
  return (
    <Split name="workshop-dock" orientation="vertical" first={[64, 20]} second={[36, 14]}>
      <EditorPane />
      <Dock />
    </Split>
  )
}

function Dock(): ReactElement {
  const panel = useWorkshop((s) => s.panel)
  const isWanted = useWorkshop((s) => s.isPanelWanted)
  const shown = PANELS.find(({ id }) => id === panel) ?? PANELS[0]
  // Before the next key press, which is already for the panel.
  useLayoutEffect(() => {
    if (!isWanted || !shown) return
    focusPanel(shown.id)
    useWorkshop.set({ isPanelWanted: false })
  }, [isWanted, shown])
  if (!shown) return <Blank title={t.dock.title} />
  const { component: Body } = shown
  const go = (by: number): void => {
    const next = PANELS[(PANELS.indexOf(shown) + by + PANELS.length) % PANELS.length]
    if (next) goToPanel(next.id)
  }
  return (
    <section className="workshop-dock" aria-label={t.dock.title}>
      <header>
        <div
          role="tablist"
          aria-label={t.dock.title}
          tabIndex={-1}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (by === undefined) return
            event.preventDefault()
            go(by)
          }}
        >
          {PANELS.map(({ id, title }) => (
            <button
              key={id}
              id={panelTabId(id)}
              type="button"
              role="tab"
              aria-selected={id === shown.id}
              aria-controls="workshop-panel"
              tabIndex={id === shown.id ? 0 : -1}
              className="workshop-dock-tab"
              onClick={() => useWorkshop.set({ panel: id })}
            >
              {title}
            </button>
          ))}
        </div>
        <CommandButton id="workshop.dock" className="small" label="Hide panels" icon={<PanelBottomClose size={14} />} />
      </header>
      <div id="workshop-panel" role="tabpanel" aria-labelledby={panelTabId(shown.id)} className="workshop-panel">
        <Suspense fallback={null}>
          <Body />
        </Suspense>
      </div>
    </section>
  )
}
