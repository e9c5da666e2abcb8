import { EdgeLabelRenderer, Handle, Position, type EdgeProps, type NodeProps } from '@xyflow/react'
import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Token } from '../ui/Parts'
import { fold } from './folding'
import type { Mark } from './marks'
import type { AreaNode, CardNode, MoreNode, PlaceNode, TokenNode, WayEdge } from './nodes'
import { heading, svgPath, pointAt, type Curve, type Point } from '../../shared/geometry/shapes'
import { mapTexts as t } from './texts'
import { keyframes, type Travel } from './travel'

const SIDES = [Position.Top, Position.Right, Position.Bottom, Position.Left]

/** Where lines begin and end, in the middle; and the four grips from which a journey is drawn. */
function Ends({ grips }: { grips: boolean }): ReactElement {
  return (
    <>
      <Handle type="source" position={Position.Top} className="middle-end" isConnectable={false} />
      <Handle type="target" position={Position.Top} className="middle-end" isConnectable={false} />
      {grips && SIDES.map((side) => <Handle key={side} id={side} type="source" position={side} className="grip" isConnectableEnd={false} />)}
    </>
  )
}

const heatClass = (mark: Mark | undefined): string => (mark?.heat === undefined ? '' : `heat-${mark.heat}`)

const PlaceView = memo(function PlaceView({ data, selected, draggable, isConnectable }: NodeProps<PlaceNode>): ReactElement {
  return (
    <div
      className={`map-place ${data.visited ? '' : 'unvisited'} ${data.here ? 'here' : ''} ${data.crowded ? 'crowded' : ''} ${selected ? 'chosen' : ''} ${draggable ? 'loose' : ''} ${heatClass(data.mark)}`}
      title={[`${data.name} · ${data.region}`, data.mark?.title ?? ''].join('\n').trim()}
    >
      <Ends grips={isConnectable} />
      <b className="clip">{data.name}</b>
      {data.mark && (
        <span className="clip">
          <em className={`tone-${data.mark.tone}`}>{data.mark.label}</em>
        </span>
      )}
    </div>
  )
})

const CardView = memo(function CardView({ data, selected }: NodeProps<CardNode>): ReactElement {
  return (
    <div className={`map-card ${data.here ? 'here' : ''} ${selected ? 'chosen' : ''} ${heatClass(data.mark)}`}>
      <Ends grips={false} />
      <b className="clip">{data.name}</b>
      <span>{data.mark ? <em className={`tone-${data.mark.tone}`}>{data.mark.label}</em> : t.places(data.count)}</span>
      <button
        type="button"
        className="icon-button small nodrag"
        aria-label={t.unfold(data.name)}
        title={t.unfold(data.name)}
        onClick={() => fold(data.id, false)}
      >
        <UnfoldVertical size={13} />
      </button>
    </div>
  )
})

const AreaView = memo(function AreaView({ data }: NodeProps<AreaNode>): ReactElement {
  return (
    <div className="map-area">
      <span>{data.name}</span>
      <button
        type="button"
        className="icon-button small"
        aria-label={t.fold(data.name)}
        title={t.fold(data.name)}
        onClick={() => fold(data.id, true)}
      >
        <FoldVertical size={12} />
      </button>
    </div>
  )
})

/** How long a token is on its way, in ms. */
const TRAVEL = 190

const TokenView = memo(function TokenView({ data, selected }: NodeProps<TokenNode>): ReactElement {
  const ref = useRef<HTMLSpanElement>(null)
  useTravel(ref, data.travel)
  return (
    <span ref={ref} className={`map-token ${selected ? 'chosen' : ''}`} title={data.name}>
      <Token name={data.name} hue={data.hue} npc={data.npc} down={data.down} />
    </span>
  )
})

/** Lets a token come along its way, once; not at all where motion is not wanted. */
function useTravel(ref: { readonly current: HTMLElement | null }, travel: Travel | undefined): void {
  useLayoutEffect(() => {
    if (!travel || !ref.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const going = ref.current.animate(keyframes(travel), { duration: TRAVEL, easing: 'cubic-bezier(0.3, 0, 0.3, 1)' })
    return () => going.cancel()
  }, [ref, travel])
}

const MoreView = memo(function MoreView({ data }: NodeProps<MoreNode>): ReactElement {
  return (
    <span className="map-more numbers" title={data.names}>
      {t.more(data.count)}
    </span>
  )
})

/** Whether words fit beside a line without lying on the places at its ends. */
const hasRoom = ({ from, to }: Curve): boolean => Math.abs(to.x - from.x) > 130 || Math.abs(to.y - from.y) > 80

/** A journey from border to border, with an arrow in its direction, and its words when they are asked for. */
const WayView = memo(function WayView({ data, selected }: EdgeProps<WayEdge>): ReactElement | null {
  const [pointed, setPointed] = useState(false)
  if (!data) return null
  const { curve, arrow, words, mark, labelAt, loud } = data
  const tone = mark?.tone
  const path = svgPath(curve)
  const spoken = pointed || selected === true || (loud && hasRoom(curve))
  return (
    <>
      <path className="way-reach" d={path} onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)} />
      <path className={`react-flow__edge-path ${tone ? `tone-${tone}` : ''}`} d={path} />
      {arrow && (
        <path
          className={`way-arrow ${tone ? `tone-${tone}` : ''}`}
          d="M-8,-4L0,0L-8,4z"
          transform={`translate(${curve.to.x},${curve.to.y}) rotate(${heading(curve)})`}
        />
      )}
      {(spoken || labelAt !== undefined) && (
        <EdgeLabelRenderer>
          <WayWords
            at={labelAt ?? pointAt(curve, arrow ? 0.3 : 0.5)}
            words={spoken ? [...(mark?.more === undefined ? [] : [mark.more]), ...words] : []}
            raised={pointed || selected === true}
          >
            {mark && mark.label !== '' && <Label mark={mark} />}
          </WayWords>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** The label of a mark, its parts each in their tone. */
function Label({ mark: { label, parts, title, tone } }: { mark: Mark }): ReactElement {
  return (
    <b className={`tone-${tone} numbers`} title={title}>
      {parts ? (
        parts.map(({ text, tone }) => (
          <i key={text} className={`tone-${tone}`}>
            {text}
          </i>
        ))
      ) : (
        <>{label}</>
      )}
    </b>
  )
}

function WayWords({ at, words, raised, children }: { at: Point; words: readonly string[]; raised: boolean; children: ReactNode }): ReactElement {
  return (
    <div
      className={`way-words ${raised ? 'raised' : ''}`}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px) scale(var(--counter))` }}
    >
      {children}
      {words.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

export const EDGE_TYPES = { way: WayView }
export const NODE_TYPES = { place: PlaceView, card: CardView, area: AreaView, token: TokenView, more: MoreView }
