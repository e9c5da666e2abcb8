import { useEffect, useRef, type ReactElement } from 'react'
import { railViews, viewOf, panelsBeside, useFeatures, type FeatureView } from '../registry'
import { useLoaded } from './loaded'
import { useSession, arrange } from '../session'
import { FeatureSlot } from '../ui/Slot'
import { Split } from '../ui/Split'
import { StatusLine } from './StatusLine'
import { run } from '../ui/commands'
import { Tip, CommandButton } from '../ui/Parts'
import { Tabs } from '@base-ui/react/tabs'
import { ChevronRight, Command, SunMoon } from 'lucide-react'
import { sceneNumbers } from '../store/story'
import { texts } from '../ui/texts'
import { closeCampaign } from '../operations'

/** The open campaign: title bar, rail, the view with its side panels, timeline, status line. */
export function Stage(): ReactElement {
  const features = useFeatures()
  const listening = useRef(new Map<() => () => void, () => void>())
  useEffect(() => {
    for (const listen of features.flatMap(({ listeners = [] }) => listeners))
      if (!listening.current.has(listen)) listening.current.set(listen, listen())
  }, [features])
  useEffect(() => {
    const started = listening.current
    return () => {
      for (const stop of started.values()) stop()
      started.clear()
    }
  }, [])
  return (
    <div className="frame">
      <TitleBar />
      <FeatureSlot name="banner" />
      <div className="middle">
        <Rail />
        <Middle />
      </div>
      <div className="frame-times">
        <FeatureSlot name="above-timeline" />
        <FeatureSlot name="timeline" />
        <FeatureSlot name="below-timeline" />
      </div>
      <StatusLine />
      <FeatureSlot name="overlay" />
    </div>
  )
}

/** The visible view: the covering view, else the selected one, else the first. */
function Middle(): ReactElement | null {
  const viewId = useSession((s) => s.desk.view)
  const cover = useSession((s) => s.coverView)
  const view = useLoaded(viewOf(cover) ?? viewOf(viewId) ?? railViews()[0])
  const stageElement = useRef<HTMLElement>(null)
  const before = useRef(view?.id)
  useEffect(() => {
    // A view that was opened by its key has the focus, or its list has. Not its first button, which Space would press.
    const stage = stageElement.current
    const isFree = document.activeElement === document.body || document.activeElement === stage
    if (before.current !== view?.id && isFree) (document.getElementById(view?.list ?? '') ?? stage)?.focus({ preventScroll: true })
    before.current = view?.id
  }, [view?.id, view?.list])
  if (!view) return null
  const { id, label, beside, body: Body } = view
  const stage = (
    <main ref={stageElement} className={beside ? 'stage' : 'stage whole'} aria-label={label} tabIndex={-1}>
      {Body && <Body />}
    </main>
  )
  if (!beside) return stage
  return (
    <Split name="main" arrangement={`main-${id}`} orientation="horizontal" first={beside.view} second={beside.side}>
      {stage}
      <Side view={view} />
    </Split>
  )
}

function Rail(): ReactElement {
  return (
    <nav className="rail" aria-label="Views">
      {railViews().map((view) => (
        <RailButton key={view.id} {...view} />
      ))}
    </nav>
  )
}

function RailButton({ id, label, rail }: ReturnType<typeof railViews>[number]): ReactElement | null {
  const isSelected = useSession((s) => s.desk.view === id)
  const isOpen = useSession((s) => s.desk.view === id && s.coverView === undefined)
  const isShown = useSession(() => rail.isShown?.() ?? true)
  if (!isShown && !isSelected) return null
  return (
    <Tip text={label} shortcut={rail.shortcut} side="right">
      <button
        type="button"
        aria-current={isOpen ? 'page' : undefined}
        onClick={(event) => {
          // After a click, too, the list of the view has the focus, so that its keys answer and a typed name runs no commands.
          if (event.detail > 0) event.currentTarget.blur()
          run(`view.${id}`)
        }}
        onPointerEnter={rail.loadAhead}
        onFocus={rail.loadAhead}
      >
        {rail.icon}
        <span>{label}</span>
      </button>
    </Tip>
  )
}

function Side({ view }: { view: FeatureView }): ReactElement {
  const wanted = useSession((s) => s.desk.side)
  const panels = panelsBeside(view)
  const shown = useLoaded(panels.find(({ id }) => id === wanted) ?? panels[0])
  return (
    <Tabs.Root
      render={<aside aria-label="Log, sheets, beats and problems" />}
      className="side"
      value={shown?.id}
      onValueChange={(value: string) => arrange({ side: value })}
    >
      <Tabs.List className="side-tabs" activateOnFocus>
        {panels.map(({ id, label, badge: Badge }) => (
          <Tabs.Tab key={id} value={id} className="side-tab">
            {label}
            {Badge && <Badge />}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className="side-indicator" />
      </Tabs.List>
      {shown?.tool && <shown.tool />}
      {panels.map((panel) => (
        <Tabs.Panel key={panel.id} value={panel.id} className="side-panel" tabIndex={-1}>
          {panel.id === shown?.id && shown.body && <shown.body />}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

function TitleBar(): ReactElement {
  const campaign = useSession((s) => s.present?.campaign)
  return (
    <header className="title-bar">
      <nav className="crumbs" aria-label={campaign?.title ?? texts.app}>
        <Tip text={campaign?.premise || campaign?.dir || ''} side="bottom">
          <button type="button" className="crumb clip" onClick={() => void closeCampaign()}>
            {campaign?.title}
          </button>
        </Tip>
        <ChevronRight size={13} aria-hidden="true" />
        <Chapter />
      </nav>
      <FeatureSlot name="transport" />
      <div className="title-end">
        <FeatureSlot name="title-end" />
        <CommandButton id="theme" icon={<SunMoon size={16} />} />
        <CommandButton id="palette" icon={<Command size={16} />} />
      </div>
    </header>
  )
}

/** The session and scene at the cursor, the only part of the bar that changes with each step. */
function Chapter(): ReactElement {
  const session = useSession((s) => s.snapshot?.state.next.session ?? 0)
  const isDone = useSession((s) => (s.snapshot?.state.next.phase ?? 'done') === 'done')
  const scene = useSession((s) => s.snapshot?.state.scene)
  const number = useSession((s) => scene && (sceneNumbers(scene.path)?.scene ?? s.snapshot?.state.next.scene ?? 0))
  return (
    <>
      <span className="crumb-text">{session > 0 && !isDone ? `Session ${session}` : 'No session is open'}</span>
      {!isDone && (
        <>
          <ChevronRight size={13} aria-hidden="true" />
          <span className="crumb-here clip">{scene && number !== undefined ? texts.scene(number, scene.title) : 'Between scenes'}</span>
        </>
      )}
    </>
  )
}
