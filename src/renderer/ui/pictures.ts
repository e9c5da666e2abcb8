import { useEffect, useState } from 'react'
import { own } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { PICTURES } from '../../shared/story/pictures'
import { api } from '../client'
import { loreAtCursor, useSession } from '../session'

/** The pictures that were used last, as `data:` addresses by object id, and the number of their characters. */
const known = new Map<string, string>()
let size = 0
const MAX_KNOWN_CHARS = 128 << 20
const reading = new Map<string, Promise<string | undefined>>()

function keep(oid: string, src: string): void {
  known.set(oid, src)
  size += src.length
  for (const [other, old] of known) {
    if (size <= MAX_KNOWN_CHARS || other === oid) break
    known.delete(other)
    size -= old.length
  }
}

/** Reads a picture: one with an object id once, any other as it is now. Resolves with undefined if it can't be read; the next use tries again. */
function read(path: string, oid: string | undefined, at: string | undefined): Promise<string | undefined> {
  const key = oid ?? path
  const running = reading.get(key)
  if (running) return running
  const result = api.picture.query(at === undefined ? { path } : { path, at }).then(
    (src) => {
      if (oid !== undefined && !known.has(oid)) keep(oid, src)
      return src
    },
    () => undefined
  )
  reading.set(key, result)
  void result.finally(() => reading.delete(key))
  return result
}

/** A picture while it is read, once it is read, or if there is none. */
export interface ReadPicture {
  src: string | undefined
  isMissing: boolean
}

/** A picture of the campaign as a `data:` address. `oid`: its object id at the cursor; without one, it is read as it is in the folder now. */
function useSource(path: string | undefined, oid: string | undefined): ReadPicture {
  const cursor = useSession((s) => s.cursor)
  const [last, setLast] = useState<{ path: string; key: string; src: string | undefined }>()
  const key = oid ?? `${path}@${cursor ?? 'now'}`
  const cached = oid === undefined ? undefined : known.get(oid)
  const isRead = cached !== undefined
  useEffect(() => {
    if (path === undefined || isRead) return undefined
    let isGone = false
    const { snapshot, present } = useSession.getState()
    const at = oid === undefined ? cursor : (snapshot?.commit ?? present?.head)
    void read(path, oid, at).then((src) => isGone || setLast({ path, key, src }))
    return () => {
      isGone = true
    }
  }, [path, oid, key, cursor, isRead])
  // The picture stays while its next version is read.
  const src = cached ?? (last?.path === path ? last?.src : undefined)
  return { src, isMissing: path !== undefined && src === undefined && last?.key === key }
}

/** The portrait of a character at the cursor as a `data:` address; undefined until it is read, and for anybody without one. */
export function usePortrait(id: string | undefined): string | undefined {
  const portrait = useSession((s) => (id === undefined ? undefined : own(loreAtCursor(s)?.portraits, id)))
  const { src } = useSource(portrait?.path, portrait?.oid)
  return portrait && src
}

/** The portraits of characters at the cursor as `data:` addresses. One that can't be read is left out. */
export async function readPortraits(ids: readonly string[]): Promise<Map<string, string>> {
  const session = useSession.getState()
  const at = session.snapshot?.commit ?? session.present?.head
  const found = new Map<string, string>()
  for (const id of ids) {
    const portrait = own(loreAtCursor(session)?.portraits, id)
    const src = portrait && (known.get(portrait.oid) ?? (await read(portrait.path, portrait.oid, at)))
    if (src !== undefined) found.set(id, src)
  }
  return found
}

/** Whether anybody has a portrait at the cursor. If so, the log shows one, or an initial, for everybody who speaks. */
export const usePortraits = (): boolean => useSession((s) => loreAtCursor(s)?.portraits !== undefined)

/** A picture of the campaign at the cursor, by its path; undefined shows none. */
export function usePicture(path: string | undefined): ReadPicture {
  const oid = useSession((s) => (path === undefined ? undefined : objectId(loreAtCursor(s), path)))
  return useSource(path, oid)
}

/** Finds whether the campaign has a picture in world/pictures, by its path. */
export function usePictureFiles(): (path: string) => boolean {
  const lore = useSession(loreAtCursor)
  return (path) => objectId(lore, path) !== undefined
}

const objectId = (lore: Lore | undefined, path: string): string | undefined =>
  path.startsWith(`${PICTURES}/`) ? own(lore?.pictures, path.slice(PICTURES.length + 1)) : undefined
