import {
  ArrowRightToLine,
  Boxes,
  CirclePlay,
  CornerUpRight,
  Dices,
  Flag,
  GitMerge,
  ListOrdered,
  MessageSquareText,
  PencilLine,
  Quote,
  Shuffle,
  SquareDashed,
  Split,
  Tag,
  Tags,
  Text,
  TextCursorInput,
  MousePointerClick,
  Plus,
  StickyNote,
  Variable,
  type LucideIcon
} from 'lucide-react'
import { memo, type ReactElement } from 'react'
import { pointAt } from '../../../shared/geometry/shapes'
import type { SentenceWords } from '../../../arrow'
import { EdgeLabel, EdgeLine, type EdgeViewProps, type NodeViewProps, type NodeViews } from '../../canvas/drawn'
import type { ArrowDrawn, CardNode, FrameNode } from './cards'
import { assistantTexts } from '../assistant/assistant-texts'
import { percent } from '../reach/reach-texts'
import { arrowTexts } from '../arrow-texts'
import { IconButton } from '../../ui/Parts'

const t = arrowTexts.card

const ICONS: Readonly<Record<string, LucideIcon>> = {
  content: Text,
  dialog: MessageSquareText,
  monolog: Quote,
  interaction: MousePointerClick,
  user_input: TextCursorInput,
  condition: Split,
  variable_update: PencilLine,
  generator: Dices,
  randomizer: Shuffle,
  sequencer: ListOrdered,
  hub: GitMerge,
  jump: CornerUpRight,
  macro_use: Boxes,
  marker: Flag,
  entry: CirclePlay,
  frame: SquareDashed,
  tag_edit: Tag,
  tag_match: Tags,
  tag_pass: ArrowRightToLine
}

/** The icon of a node type. */
export function TypeIcon({ type, size = 13 }: { type: string; size?: number }): ReactElement {
  const Icon = (Object.hasOwn(ICONS, type) ? ICONS[type] : undefined) ?? Variable
  return <Icon size={size} aria-hidden="true" />
}

/** A sentence about a node, with its names and values emphasized. */
export const SentenceView = ({ words }: { words: SentenceWords }): ReactElement => (
  <>
    {words.map((part, k) =>
      typeof part === 'string' ? (
        part
      ) : 'name' in part ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have no ids
        <b key={k}>{part.name}</b>
      ) : 'value' in part ? (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <i key={k}>{part.value}</i>
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <em key={k}>{part.missing}</em>
      )
    )}
  </>
)

/** Types whose card shows text of the story; the others describe an effect. */
const STORY: ReadonlySet<string> = new Set(['content', 'dialog', 'monolog', 'interaction'])

const CardView = memo(function CardView({ data, selected }: NodeViewProps<CardNode['data']>): ReactElement {
  const { type, face, who, flags, rows, color } = data
  const looks = [
    STORY.has(type) ? 'is-story' : 'is-logic',
    `of-${type}`,
    selected && 'is-selected',
    data.lit && `is-${data.lit}`,
    flags.includes('skip') && 'is-skipped',
    data.finding && `has-${data.finding}`,
    data.heat === 0 && 'is-cold',
    data.change && `was-${data.change}`
  ]
  return (
    <div
      className={`arrow-card ${looks.filter(Boolean).join(' ')}`}
      style={{ '--who': who?.color ?? color ?? 'transparent' } as React.CSSProperties}
      title={data.notes}
    >
      <header>
        {who ? <span className="arrow-dot" /> : <TypeIcon type={type} />}
        <b className="clip">{who ? who.name : data.label}</b>
        {data.name !== undefined && <span className="arrow-name clip">{data.name}</span>}
        {flags.map((flag) => (
          <span key={flag} className={`arrow-flag flag-${flag}`}>
            {t.flags[flag]}
          </span>
        ))}
        {data.change && <Changed change={data.change} />}
        {data.heat !== undefined && (
          <span
            className="arrow-flag arrow-heat"
            title={`Reached in ${percent(data.heat)} of playthroughs`}
            style={{ '--heat': data.heat } as React.CSSProperties}
          >
            {percent(data.heat)}
          </span>
        )}
        {data.visits !== undefined && (
          <span className="arrow-flag flag-visits numbers" title={t.visits(data.visits)}>
            <span aria-hidden="true">{t.times(data.visits)}</span>
            <span className="unseen">{t.visits(data.visits)}</span>
          </span>
        )}
        {data.notes !== undefined && <StickyNote size={11} aria-label="Has notes" />}
      </header>
      {data.title !== undefined && <h4 className="clip">{data.title}</h4>}
      {face.lines > 0 && (
        <p className="arrow-text" style={{ WebkitLineClamp: face.lines }}>
          {data.text}
          {data.empty !== undefined && <em>{data.empty}</em>}
          {data.text !== undefined && data.words && '\n'}
          {data.words && (
            <span className="arrow-words">
              <SentenceView words={data.words} />
            </span>
          )}
        </p>
      )}
      {rows.map((row, slot) => (
        <p
          // oxlint-disable-next-line react/no-array-index-key -- a row is its slot
          key={slot}
          className={`arrow-row ${row.quiet ? 'is-quiet' : ''} ${row.open ? 'is-open' : ''}`}
          style={{ top: face.rows[slot]?.top, height: face.rows[slot]?.height }}
          title={row.text}
        >
          <span>{row.text}</span>
        </p>
      ))}
    </div>
  )
})

/** The assistant's change of a node, as a word. */
const Changed = ({ change }: { change: NonNullable<CardNode['data']['change']> }): ReactElement => (
  <span className={`arrow-flag flag-${change}`} title={assistantTexts.spoken[change]}>
    {assistantTexts.marks[change]}
  </span>
)

const FrameView = memo(function FrameView({ data, selected }: NodeViewProps<FrameNode['data']>): ReactElement {
  return (
    <div
      className={`arrow-frame ${selected ? 'is-selected' : ''} ${data.change ? `was-${data.change}` : ''}`}
      style={{ '--who': data.color } as React.CSSProperties}
      title={data.notes}
    >
      <b className="clip">{data.label === '' ? arrowTexts.types.frame : data.label}</b>
      {data.change && <Changed change={data.change} />}
    </div>
  )
})

/** The line of a connection. */
export interface EdgeData {
  lit: boolean
  change: 'added' | 'removed' | undefined
  onInsert: (() => void) | undefined
}

/** A connection; if selected, with a button that inserts a node into it. */
export const ConnectionView = memo(function ConnectionView({ data, curve, selected }: EdgeViewProps<EdgeData>): ReactElement {
  return (
    <>
      <EdgeLine curve={curve} arrow className={[data.lit && 'lit', data.change && `was-${data.change}`].filter(Boolean).join(' ')} />
      {selected && data.onInsert && (
        <EdgeLabel at={pointAt(curve, 0.5)} className="arrow-insert nodrag nopan">
          <IconButton label={t.insert} icon={<Plus size={13} />} small title={t.insert} onClick={data.onInsert} />
        </EdgeLabel>
      )}
    </>
  )
})

/** A view for each kind of drawn node. */
export const NODE_VIEWS: NodeViews<ArrowDrawn> = { card: CardView, frame: FrameView }
