import { useEffect, useState } from 'react'
import { own } from '../../shared/base/json'
import type { Portrait } from '../../shared/story/lore'
import { api } from '../client'
import { loreAtCursor, useSession } from '../session'

/** The portraits that were read last, as `data:` addresses by object id. */
const known = new Map<string, string>()
const MAX_KNOWN = 500
const reading = new Map<string, Promise<string | undefined>>()

/** Reads a portrait once. Resolves with undefined if it can't be read; the next use tries again. */
function read({ path, oid }: Portrait, at: string): Promise<string | undefined> {
  const running = reading.get(oid)
  if (running) return running
  const result = api.picture.query({ path, at }).then(
    (src) => {
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
      known.set(oid, src)
      return src
    },
    () => undefined
  )
  reading.set(oid, result)
  void result.finally(() => reading.delete(oid))
  return result
}

/** The portrait of a character at the cursor as a `data:` address; undefined until it is read, and for anybody without one. */
export function usePortrait(id: string | undefined): string | undefined {
  const oid = useSession((s) => (id === undefined ? undefined : own(loreAtCursor(s)?.portraits, id)?.oid))
  const [, setRead] = useState('')
  useEffect(() => {
    if (oid === undefined || id === undefined || known.has(oid)) return undefined
    let isGone = false
    const session = useSession.getState()
    const portrait = own(loreAtCursor(session)?.portraits, id)
    const at = session.snapshot?.commit ?? session.present?.head
    if (portrait?.oid === oid && at !== undefined) void read(portrait, at).then((src) => !isGone && src !== undefined && setRead(oid))
    return () => {
      isGone = true
    }
  }, [id, oid])
  return oid === undefined ? undefined : known.get(oid)
}

/** Whether anybody has a portrait at the cursor. If so, the log shows one, or an initial, for everybody who speaks. */
export const usePortraits = (): boolean => useSession((s) => loreAtCursor(s)?.portraits !== undefined)
