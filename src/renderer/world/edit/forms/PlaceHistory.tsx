import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { api } from '../../../client'
import { problemOf } from '../../../problem-of'
import { goTo, useSession } from '../../../session'
import { hueOf } from '../../../../shared/story/hues'
import { Blank, RetryAlert } from '../../../ui/Parts'
import { PlaceHistoryReader, noPlaceBeats, type PlaceBeats } from './place-history'
import { counted } from '../../../ui/amounts'
const ROW_HEIGHT_PX = 44
const REST_MS = 120

function usePlaceHistory(place: string): PlaceBeats & { more: () => void; again: () => void } {
  const at = useSession((s) => s.cursor ?? s.present?.head)
  const [known, setKnown] = useState<PlaceBeats>(noPlaceBeats)
  const reader = useRef<PlaceHistoryReader>(undefined)
  useEffect(() => {
    const mine = new PlaceHistoryReader(
      (from) => api.beatsAt.query({ place, ...from }),
      setKnown,
      (error) => problemOf(error).message
    )
    reader.current = mine
    const { cursor, present } = useSession.getState()
    const first = cursor ?? present?.head
    if (first !== undefined) void mine.follow(first)
    return () => mine.stop()
  }, [place])
  const followed = useRef(at)
  useEffect(() => {
    if (at === undefined || followed.current === at) return undefined
    const timer = setTimeout(() => {
      followed.current = at
      void reader.current?.follow(at)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [at])
  return { ...known, more: () => void reader.current?.more(), again: () => at !== undefined && void reader.current?.follow(at) }
}

/** All beats at a place, newest first. Selecting a beat moves the cursor there. */
export function PlaceHistory({ place, name }: { place: string; name: string }): ReactElement {
  const { beats, before, looked, waiting, problem, more, again } = usePlaceHistory(place)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const current = useSession((s) => s.cursor ?? s.present?.head)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: beats.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => beats[i]?.id ?? i,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 10
  })
  const items = virtual.getVirtualItems()
  const isNearEnd = (items.at(-1)?.index ?? 0) >= beats.length - 5
  const loadsMore = isNearEnd && before !== undefined && !waiting && problem === undefined
  useEffect(() => {
    if (loadsMore) more()
  })
  const marked = Math.min(active, beats.length - 1)
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_HEIGHT_PX) / ROW_HEIGHT_PX) - 1)
    const by: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -beats.length, End: beats.length }
    const step = by[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Enter') goTo(beats[marked]?.id)
    else if (step === undefined) return
    else {
      const to = Math.max(0, Math.min(beats.length - 1, marked + step))
      setActive(to)
      virtual.scrollToIndex(to, { align: 'auto' })
    }
    event.preventDefault()
  }
  if (problem !== undefined) return <RetryAlert problem={problem} again={again} className="happened-problem" />
  if (beats.length === 0)
    return waiting ? (
      <Reading looked={looked} />
    ) : (
      <Blank title="No beats here yet">This list shows the beats played here, up to the beat you are looking at.</Blank>
    )
  return (
    <div className="happened">
      <div
        ref={box}
        className="happened-list scrolls"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a list of options that stays open and draws only what is seen
        role="listbox"
        tabIndex={0}
        aria-label={`What happened at ${name}`}
        aria-busy={waiting}
        aria-activedescendant={`${id}-${marked}`}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map((item) => {
            const beat = beats[item.index]
            return (
              beat && (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list that has the focus answers the keys
                <div
                  key={item.key}
                  id={`${id}-${item.index}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option tag holds nothing but text
                  role="option"
                  tabIndex={-1}
                  aria-selected={beat.id === current}
                  aria-setsize={before === undefined ? beats.length : -1}
                  aria-posinset={item.index + 1}
                  className={`happened-row hue-${hueOf(actors, beat.as ?? beat.actor)} ${item.index === marked ? 'active' : ''}`}
                  style={{ transform: `translateY(${item.start}px)` }}
                  onClick={() => {
                    setActive(item.index)
                    goTo(beat.id)
                  }}
                >
                  <span className="numbers quiet">{beat.n < 0 ? '' : beat.n}</span>
                  <span className="happened-words">{beat.subject}</span>
                </div>
              )
            )
          })}
        </div>
      </div>
      {waiting && <Reading looked={looked} />}
    </div>
  )
}

function Reading({ looked }: { looked: number }): ReactElement {
  return <p className="happened-reading quiet numbers">{looked === 0 ? 'Searching the history…' : `Searched ${counted(looked, 'beat')} so far…`}</p>
}
