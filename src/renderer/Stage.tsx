import { Tabs } from '@base-ui/react/tabs'
import { Lock, LockOpen, Map as MapIcon, MessagesSquare, Theater } from 'lucide-react'
import { useEffect, useLayoutEffect, type ReactElement, type ReactNode } from 'react'
import { Group, Panel, Separator, useGroupRef, type Layout } from 'react-resizable-panels'
import { BeatPanel } from './agents/BeatPanel'
import { Hand } from './agents/hand/Hand'
import { Inspector } from './agents/inspector/Inspector'
import { Problems } from './agents/Problems'
import { Sheet } from './agents/Sheet'
import { PastBar, StatusLine, TitleBar } from './Bars'
import { EditsBanner } from './external-changes/ChangedFiles'
import { ChooseOther } from './moments/ChooseOther'
import { Compare, useComparing } from './moments/Compare'
import { Find } from './moments/Find'
import { Watches } from './moments/Watches'
import { PlaceCard } from './play/PlaceCard'
import { beatTexts, problemTexts, sheetTexts } from './agents/texts'
import { Log } from './scene/Log'
import { logTexts } from './scene/texts'
import { arrange, useSession } from './session'
import type { Desk } from './store/desk'
import { Timeline } from './timeline/Timeline'
import { command, run } from './ui/commands'
import { CommandButton, Tip } from './ui/Parts'
import { editTexts } from './world/edit/texts'
import { mapTexts } from './world/texts'
import { momentTexts } from './moments/texts'
import { texts } from './ui/texts'
import { MapQuestions } from './world/edit/Asked'
import { followRenames } from './world/edit-verbs'
import { listenToClipboard } from './world/edit/commands'
import { Outline } from './world/edit/Outline'
import { WorldPanel } from './world/edit/Panel'
import { OddsMap } from './world/odds/OddsMap'
import { WorldMap } from './world/WorldMap'

const get = useSession.getState

/** The open campaign: title bar, rail, stage, side, timeline, status line. */
export function Stage(): ReactElement {
  const view = useSession((s) => s.desk.view)
  const comparing = useComparing()
  useEffect(() => listenToClipboard(), [])
  useEffect(() => followRenames(), [])
  // The side follows what is chosen on the map.
  useEffect(
    () => useSession.subscribe((now, before) => now.mapping.chosen !== before.mapping.chosen && now.mapping.chosen.length > 0 && followChosen()),
    []
  )
  return (
    <div className="frame">
      <TitleBar />
      <PastBar />
      <EditsBanner />
      <div className="middle">
        <Rail />
        {comparing ? (
          <main className="stage whole" aria-label={momentTexts.compare.title}>
            <Compare key={`${comparing.a} ${comparing.b}`} {...comparing} />
          </main>
        ) : view === 'agents' ? (
          <main className="stage whole" aria-label={texts.rail[view]}>
            <Inspector />
          </main>
        ) : (
          <Split
            name="main"
            arrangement={`main-${view}`}
            orientation="horizontal"
            first={[view === 'map' ? 64 : 44, 24]}
            second={[view === 'map' ? 36 : 56, 28]}
          >
            <main className="stage" aria-label={texts.rail[view]}>
              {view === 'map' ? <FullMap /> : <Play />}
            </main>
            <Side />
          </Split>
        )}
      </div>
      <div className="times">
        <Find />
        <Timeline />
        <Watches />
      </div>
      <StatusLine />
      <MapQuestions />
      <ChooseOther />
    </div>
  )
}

/** Shows the form of what was chosen, where the map is shown whole. */
function followChosen(): void {
  const { view, side } = get().desk
  if (view === 'map' && side !== 'place') arrange({ side: 'place' })
}

function FullMap(): ReactElement {
  const outline = useSession((s) => s.desk.outline)
  return (
    <>
      <h1 className="unseen">{mapTexts.label}</h1>
      {outline ? (
        <Split name="map" orientation="horizontal" first={[36, 20]} second={[64, 30]}>
          <Outline />
          <OddsMap key="map" />
        </Split>
      ) : (
        <OddsMap key="map" />
      )}
    </>
  )
}

function Play(): ReactElement {
  return (
    <Split name="play" orientation="vertical" first={[44, 15]} second={[56, 20]}>
      <WorldMap key="play" compact />
      <PlaceCard />
    </Split>
  )
}

/** Two panels with a border that can be dragged; its place is remembered on this machine, for each arrangement. */
function Split({
  name,
  arrangement = name,
  orientation,
  first,
  second,
  children
}: {
  name: string
  arrangement?: string
  orientation: 'horizontal' | 'vertical'
  first: [size: number, least: number]
  second: [size: number, least: number]
  children: [ReactNode, ReactNode]
}): ReactElement {
  const place = get().desk.layout[arrangement] ?? { [`${name}-first`]: first[0], [`${name}-second`]: second[0] }
  const keep = (layout: Layout): void => arrange({ layout: { ...get().desk.layout, [arrangement]: layout } })
  const group = useGroupRef()
  // The panels stay, and what stands in them, when another view arranges them.
  useLayoutEffect(() => {
    group.current?.setLayout(place)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- dragging the border must not set it again
  }, [arrangement])
  return (
    <Group
      id={name}
      groupRef={group}
      orientation={orientation}
      className="split"
      defaultLayout={place}
      onLayoutChanged={(layout, meta) => meta.isUserInteraction && keep(layout)}
    >
      <Panel id={`${name}-first`} defaultSize={`${first[0]}%`} minSize={`${first[1]}%`}>
        {children[0]}
      </Panel>
      <Separator className={`seam ${orientation}`} />
      <Panel id={`${name}-second`} defaultSize={`${second[0]}%`} minSize={`${second[1]}%`}>
        {children[1]}
      </Panel>
    </Group>
  )
}

const VIEWS = [
  { view: 'play', icon: <Theater size={18} /> },
  { view: 'map', icon: <MapIcon size={18} /> },
  { view: 'agents', icon: <MessagesSquare size={18} /> }
] as const

function Rail(): ReactElement {
  const view = useSession((s) => s.desk.view)
  const comparing = useComparing() !== undefined
  return (
    <nav className="rail" aria-label={texts.rail.label}>
      {VIEWS.map((one) => (
        <Tip key={one.view} text={texts.rail[one.view]} shortcut={command(`view.${one.view}`).shortcut ?? ''} side="right">
          <button type="button" aria-current={view === one.view && !comparing ? 'page' : undefined} onClick={() => run(`view.${one.view}`)}>
            {one.icon}
            <span>{texts.rail[one.view]}</span>
          </button>
        </Tip>
      ))}
    </nav>
  )
}

const SIDES: { side: Desk['side']; label: string; body: () => ReactElement }[] = [
  { side: 'log', label: logTexts.title, body: () => <LogAndHand /> },
  { side: 'sheet', label: sheetTexts.title, body: () => <Sheet /> },
  { side: 'place', label: editTexts.tab, body: () => <WorldPanel /> },
  { side: 'beat', label: beatTexts.title, body: () => <BeatPanel /> },
  { side: 'problems', label: problemTexts.title, body: () => <Problems /> }
]

/** The log, and at its foot the designer's hand while the table waits for it. */
function LogAndHand(): ReactElement {
  return (
    <div className="log-side">
      <Log />
      <Hand />
    </div>
  )
}

function Side(): ReactElement {
  const isMap = useSession((s) => s.desk.view === 'map')
  const wanted = useSession((s) => s.desk.side)
  const side = wanted === 'place' && !isMap ? 'log' : wanted
  const sides = SIDES.filter((one) => isMap || one.side !== 'place')
  const talk = useSession((s) => s.desk.talk)
  const problems = useSession((s) => s.present?.problems.length ?? 0)
  return (
    <Tabs.Root
      render={<aside aria-label={texts.rail.side} />}
      className="side"
      value={side}
      onValueChange={(value: Desk['side']) => arrange({ side: value })}
    >
      <Tabs.List className="side-tabs" activateOnFocus>
        {sides.map((one) => (
          <Tabs.Tab key={one.side} value={one.side} className="side-tab">
            {one.label}
            {one.side === 'problems' && problems > 0 && <span className="count numbers">{problems}</span>}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className="side-indicator" />
      </Tabs.List>
      {side === 'log' && (
        <CommandButton
          id="talk"
          className="small side-tool"
          label={talk ? logTexts.talkHide : logTexts.talkShow}
          icon={talk ? <LockOpen size={14} /> : <Lock size={14} />}
          pressed={talk}
        />
      )}
      {sides.map((one) => (
        <Tabs.Panel key={one.side} value={one.side} className="side-panel" tabIndex={-1}>
          {one.side === side && one.body()}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
