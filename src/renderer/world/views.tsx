import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { memo, useLayoutEffect, useRef, type ReactElement } from 'react'
import { IconButton, ActorToken } from '../ui/Parts'
import { setFolded } from './folded-regions'
import type { MapMark } from './marks'
import { EdgeLabel, EdgeLine, type EdgeViewProps, type NodeViewProps, type NodeViews } from '../canvas/drawn'
import type { AreaNode, RegionCardNode, WorldNode, MoreNode, PlaceNode, TokenNode, JourneyEdge } from './nodes'
import { pointAt, type Curve } from '../../shared/geometry/shapes'
import { mapTexts as t } from './texts'
import { keyframes, type Travel } from './travel'
import { counted } from '../ui/amounts'
const heatClass = (mark: MapMark | undefined): string => (mark?.heat === undefined ? '' : `heat-${mark.heat}`)

const PlaceView = memo(function PlaceView({ data, selected, draggable }: NodeViewProps<PlaceNode['data']>): ReactElement {
  return (
    <div
      className={`map-place ${data.visited ? '' : 'unvisited'} ${data.here ? 'here' : ''} ${selected ? 'is-selected' : ''} ${draggable ? 'loose' : ''} ${heatClass(data.mark)}`}
      title={[`${data.name} · ${data.region}`, data.mark?.title ?? ''].join('\n').trim()}
    >
      <b className="clip">{data.name}</b>
      {data.mark && (
        <span className="clip">
          <em className={`tone-${data.mark.tone}`}>{data.mark.label}</em>
        </span>
      )}
    </div>
  )
})

const CardView = memo(function CardView({ data, selected }: NodeViewProps<RegionCardNode['data']>): ReactElement {
  return (
    <div className={`map-card ${data.here ? 'here' : ''} ${selected ? 'is-selected' : ''} ${heatClass(data.mark)}`}>
      <b className="clip">{data.name}</b>
      <span>{data.mark ? <em className={`tone-${data.mark.tone}`}>{data.mark.label}</em> : counted(data.count, 'place')}</span>
      <IconButton
        label={t.unfold(data.name)}
        icon={<UnfoldVertical size={13} />}
        small
        className="nodrag"
        title={t.unfold(data.name)}
        onClick={() => setFolded(data.id, false)}
      />
    </div>
  )
})

const AreaView = memo(function AreaView({ data }: NodeViewProps<AreaNode['data']>): ReactElement {
  return (
    <div className="map-area">
      <span>{data.name}</span>
      <IconButton
        label={t.fold(data.name)}
        icon={<FoldVertical size={12} />}
        small
        title={t.fold(data.name)}
        onClick={() => setFolded(data.id, true)}
      />
    </div>
  )
})

const TRAVEL_MS = 190

const TokenView = memo(function TokenView({ data }: NodeViewProps<TokenNode['data']>): ReactElement {
  const ref = useRef<HTMLSpanElement>(null)
  useTravel(ref, data.travel)
  return (
    <span ref={ref} className={`map-token ${data.selected ? 'is-selected' : ''}`} title={data.name}>
      <ActorToken id={data.id} name={data.name} hue={data.hue} npc={data.npc} down={data.down} />
    </span>
  )
})

function useTravel(ref: { readonly current: HTMLElement | null }, travel: Travel | undefined): void {
  useLayoutEffect(() => {
    if (!travel || !ref.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const going = ref.current.animate(keyframes(travel), { duration: TRAVEL_MS, easing: 'cubic-bezier(0.3, 0, 0.3, 1)' })
    return () => going.cancel()
  }, [ref, travel])
}

const MoreView = memo(function MoreView({ data }: NodeViewProps<MoreNode['data']>): ReactElement {
  return (
    <span className="map-more numbers" title={data.names}>
      {`+${data.count}`}
    </span>
  )
})

/** Whether a label fits on a line without covering the places at its ends. */
const hasRoom = ({ from, to }: Curve): boolean => Math.abs(to.x - from.x) > 130 || Math.abs(to.y - from.y) > 80

/** A journey from border to border, with an arrow in its direction and, on hover, its label. */
export const JourneyView = memo(function JourneyView({ data, curve, labelAt, selected, hovered }: EdgeViewProps<JourneyEdge['data']>): ReactElement {
  const { arrow, words, mark, loud } = data
  const isRaised = hovered || selected
  const spoken = isRaised || (loud && hasRoom(curve))
  return (
    <>
      <EdgeLine curve={curve} arrow={arrow} className={mark ? `tone-${mark.tone}` : ''} />
      {(spoken || labelAt !== undefined) && (
        <EdgeLabel at={labelAt ?? pointAt(curve, arrow ? 0.3 : 0.5)} className={`way-words ${isRaised ? 'raised' : ''}`}>
          {mark && mark.label !== '' && <Label mark={mark} />}
          {spoken && [...(mark?.more === undefined ? [] : [mark.more]), ...words].map((line) => <span key={line}>{line}</span>)}
        </EdgeLabel>
      )}
    </>
  )
})

function Label({ mark: { label, parts, title, tone } }: { mark: MapMark }): ReactElement {
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

/** A view for each kind of node of the map. */
export const WORLD_NODE_VIEWS: NodeViews<WorldNode> = { place: PlaceView, card: CardView, area: AreaView, token: TokenView, more: MoreView }
