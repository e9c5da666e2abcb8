import { useEffect, useRef, useState } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession, type Session } from '../../session'
import { TurnReader, type Turns } from './reader'

/** How long news has to rest before the newest turns are asked for, in ms. */
const REST = 120

/** Whether a turn may have ended between two states of the window. */
const moved = (now: Session, before: Session): boolean =>
  now.present?.head !== before.present?.head ||
  now.present?.table.stopped !== before.present?.table.stopped ||
  (!now.live && before.live !== undefined)

/** The turns of the present branch that hold `search` (all, when it is empty), kept true while the table plays. */
export function useTurns(search: string): Turns & { again: () => void } {
  const story = useSession((s) => (s.present ? `${s.present.epoch} ${s.present.branch}` : ''))
  const [turns, setTurns] = useState<Turns>({ lines: [], waiting: true })
  const reader = useRef<TurnReader>(undefined)
  useEffect(() => {
    if (story === '') return undefined
    const ask = (limit: number, before?: string) => api.turns.query({ limit, search, ...(before === undefined ? {} : { before }) })
    const mine = new TurnReader(ask, setTurns, (error) => problemOf(error).message)
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = useSession.subscribe((now, before) => {
      if (!moved(now, before)) return
      clearTimeout(timer)
      timer = setTimeout(() => void mine.refresh(), REST)
    })
    void mine.readAll()
    reader.current = mine
    return () => {
      leave()
      clearTimeout(timer)
      mine.stop()
    }
  }, [story, search])
  return { ...turns, again: () => void reader.current?.readAll() }
}
