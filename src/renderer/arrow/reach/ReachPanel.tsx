import { ChevronRight, Flame, Square } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import {
  type ArrowDocument,
  type ArrowId,
  MAX_REACH_STEPS,
  MAX_REACH_RUNS,
  type ReachReport,
  type UnreachedNode,
  playsAlike,
  type SetOutside
} from '../../../arrow'
import { Pages } from '../../ui/Pages'
import { Blank, Button, LinkButton, Scroll } from '../../ui/Parts'
import { showNode } from '../edits'
import { LiveNumber, LiveCheck, LiveText } from '../form/controls'
import { nodeLabel } from '../outline/rows'
import { useDocumentView } from '../document-view'
import { selectedNodes } from '../state'
import { countPlays, stopCounting, useReach, assumeValue } from './state'
import { arrowTexts } from '../arrow-texts'
import { percent, reachTexts as t } from './reach-texts'
import './reach.css'

interface AssumedValuesProps {
  path: string
  document: ArrowDocument
  outside: readonly SetOutside[]
}

/** The variables and tags that only something outside the document sets; the assumed values of variables can be changed. */
function AssumedValues({ path, document, outside }: AssumedValuesProps): ReactElement | null {
  const assume = useReach((s) => s.assume[path])
  if (outside.length === 0) return null
  return (
    <fieldset className="arrow-assumed">
      <legend>Set outside the document</legend>
      <p className="quiet">Nothing in the document sets these. Assume values, then run again.</p>
      {outside.map((one) => {
        const { variable, name, value } = one
        const type = document.resources.variables.get(variable ?? -1)?.type
        if (variable === undefined || type === undefined)
          return (
            <p key={name}>
              {name} <span className="quiet">{value === null ? 'none' : String(value)}</span>
            </p>
          )
        const now = assume?.[variable] ?? value ?? ''
        if (type === 'bool')
          return <LiveCheck key={variable} label={name} value={now === true} onChange={(isOn) => assumeValue(path, variable, isOn)} />
        const change = (next: number | string): void => assumeValue(path, variable, next)
        return type === 'num' ? (
          <LiveNumber key={variable} label={name} value={Number(now)} onChange={change} />
        ) : (
          <LiveText key={variable} label={name} value={String(now)} onChange={change} />
        )
      })}
    </fieldset>
  )
}

const WHYS = ['dead', 'gated', 'unmet', 'chance'] as const
const within = (value: number, most: number): number => Math.min(most, Math.max(1, value))

/** Counts many random plays of the document in view, and lists what they reach; every row leads to its node. */
export function ReachPanel(): ReactElement {
  const shown = useDocumentView()
  const { runs, steps, seed, progress, counted } = useReach((s) => s)
  if (!shown) return <Blank title="No document is open">Open a document in Scenes to see what its playthroughs reach.</Blank>
  const [selected, ...others] = selectedNodes(shown.selection)
  const mine = counted?.path === shown.path ? counted : undefined
  return (
    <Scroll className="panel arrow-reach" label="Reach of many playthroughs">
      <header className="arrow-reach-head">
        {progress ? (
          <Button label="Stop" icon={<Square size={13} />} small onClick={stopCounting} />
        ) : (
          <Button label="Run playthroughs" icon={<Flame size={13} />} small onClick={() => countPlays()} />
        )}
        {selected !== undefined && others.length === 0 && !progress && (
          <Button label="Run from selection" small onClick={() => countPlays(selected)} />
        )}
        {progress && <output>{`${progress.done.toLocaleString('en')} of ${progress.of.toLocaleString('en')} playthroughs`}</output>}
      </header>
      <div className="arrow-reach-wish">
        <LiveNumber label="Playthroughs" value={runs} onChange={(next) => useReach.set({ runs: within(next, MAX_REACH_RUNS) })} />
        <LiveNumber label="Actions" value={steps} onChange={(next) => useReach.set({ steps: within(next, MAX_REACH_STEPS) })} />
        <LiveNumber label="Seed" value={seed} onChange={(next) => useReach.set({ seed: Math.max(0, next) % 2 ** 32 })} />
      </div>
      {mine ? (
        <Report path={shown.path} document={shown.document} isCurrent={playsAlike(mine.document, shown.document)} report={mine.report} />
      ) : (
        <p className="quiet">{t.idle}</p>
      )}
    </Scroll>
  )
}

interface ReportProps {
  path: string
  document: ArrowDocument
  isCurrent: boolean
  report: ReachReport
}

function Report({ path, document, isCurrent, report }: ReportProps): ReactElement {
  const reached = report.nodes.filter(({ plays }) => plays > 0)
  const offered = report.options.filter((one) => one.offered > 0)
  const share = (part: number, of: number): string => percent(of === 0 ? 0 : part / of)
  return (
    <>
      {!isCurrent && <p className="fault">The document has changed since. Run again.</p>}
      <p>
        {t.ends(report.runs, report.ended, report.cut, report.stopped)}. {`${reached.length} of ${report.nodes.length} nodes were reached.`}
      </p>
      <AssumedValues path={path} document={document} outside={report.outside} />
      {WHYS.map((why) => (
        <Group key={why} title={t.why[why]} isOpen items={report.unreached.filter((one) => one.why === why)}>
          {({ node, words }: UnreachedNode) => <Row document={document} node={node} words={words} />}
        </Group>
      ))}
      <Group title="Problems" isOpen items={report.problems}>
        {({ node, message, plays }) => (
          <Row document={document} node={node ?? undefined} words={message} figure={t.plays(share(plays, report.runs))} />
        )}
      </Group>
      <Group title="Choices that run dry" isOpen items={offered.filter(({ dry }) => dry > 0)}>
        {({ node, text, dry, taken }) => <Row document={document} node={node} words={t.dryHint(text, share(dry, taken))} />}
      </Group>
      <Group title="Lines and choices" items={offered}>
        {(one) => (
          <Row
            document={document}
            node={one.node}
            words={one.text === '' ? arrowTexts.card.empty.line : one.text}
            figure={`taken ${share(one.taken, one.offered)}`}
          />
        )}
      </Group>
      <Group title="Nodes, rarest first" items={reached.toSorted((a, b) => a.plays - b.plays)}>
        {({ node, plays }) => <Row document={document} node={node} figure={t.plays(share(plays, report.runs))} />}
      </Group>
    </>
  )
}

interface GroupProps<Item> {
  title: string
  items: readonly Item[]
  isOpen?: boolean
  children: (item: Item) => ReactNode
}

function Group<Item>({ title, items, isOpen = false, children }: GroupProps<Item>): ReactElement | null {
  if (items.length === 0) return null
  return (
    <details open={isOpen} className="finding-group">
      <summary>
        <ChevronRight size={13} aria-hidden="true" /> {`${title} (${items.length})`}
      </summary>
      <Pages items={items} renderRow={children} />
    </details>
  )
}

interface RowProps {
  document: ArrowDocument
  node: ArrowId | undefined
  words?: string
  figure?: string
}

/** A link to a node by its name, with a figure and a sentence. */
function Row({ document, node, words, figure }: RowProps): ReactElement {
  const resource = document.resources.nodes.get(node ?? -1)
  const name = resource && node !== undefined ? nodeLabel(document, node) : undefined
  return (
    <div className="arrow-reach-row">
      <p>
        {name !== undefined && node !== undefined && <LinkButton label={name} aria-label={`Show ${name}`} onClick={() => showNode(node)} />}
        {figure !== undefined && <span className="quiet">{figure}</span>}
      </p>
      {/* Reports quote names in backticks, as a terminal shows them. */}
      {words !== undefined && <p className="quiet">{words.replaceAll('`', '')}</p>}
    </div>
  )
}
