import { useEffect, useRef, useState } from 'react'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession, type Session } from '../../session'
import { TurnReader, type Turns } from './reader'

/** The pause in events before the newest turns are fetched, in ms. */
const REST_MS = 120

/** Whether a turn may have ended between two states of the window. */
const moved = (now: Session, before: Session): boolean =>
  now.present?.head !== before.present?.head || now.present?.table.stopped !== before.present?.table.stopped || now.live.length < before.live.length

/** The last commit of the line at the cursor, if it is not the present one. */
const elsewhere = ({ present, line }: Session): string | undefined => {
  const end = line.at(-1)?.id
  return end === present?.head ? undefined : end
}

/** The turns of the line at the cursor that contain `search` (all turns if it is empty), kept up to date while the table plays. */
export function useTurns(search: string): Turns & { again: () => void } {
  const story = useSession((s) => (s.present ? `${s.present.epoch} ${s.present.branch}` : ''))
  const along = useSession((s) => (s.cursor === undefined ? undefined : elsewhere(s)))
  const [turns, setTurns] = useState<Turns>({ lines: [], waiting: true })
  const reader = useRef<TurnReader>(undefined)
  useEffect(() => {
    if (story === '') return undefined
    const ask = (limit: number, before?: string) =>
      api.turns.query({ limit, search, ...(before === undefined ? {} : { before }), ...(along === undefined ? {} : { along }) })
    const mine = new TurnReader(ask, setTurns, (error) => problemOf(error).message)
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = useSession.subscribe((now, before) => {
      if (!moved(now, before)) return
      clearTimeout(timer)
      timer = setTimeout(() => void mine.refresh(), REST_MS)
    })
    void mine.readAll()
    reader.current = mine
    return () => {
      leave()
      clearTimeout(timer)
      mine.stop()
    }
  }, [story, search, along])
  return { ...turns, again: () => void reader.current?.readAll() }
}
