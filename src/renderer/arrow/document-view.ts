import { attempt } from '../../shared/base/attempt'
import { useEffect, useMemo, useState } from 'react'
import { type ArrowDocument, type ArrowId, readArrow } from '../../arrow'
import type { Selection } from '../canvas/selection'
import { api } from '../client'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { settled } from './document-files'
import { currentOf, useArrow } from './state'

/** The document in view: the one that is being edited, or its version at the beat in view. */
export interface DocumentView {
  path: string
  document: ArrowDocument
  scene: ArrowId
  selection: Selection
  /** Why it can't be edited; undefined if it can. */
  why: string | undefined
}

/** The document at a past commit; undefined while it is read, null if there is none. */
function usePast(path: string | undefined, at: string | undefined): ArrowDocument | null | undefined {
  const [loaded, setLoaded] = useState<{ key: string; document: ArrowDocument | null } | undefined>(undefined)
  const key = path === undefined || at === undefined ? undefined : `${at} ${path}`
  useEffect(() => {
    if (key === undefined || path === undefined || at === undefined) return undefined
    let isWanted = true
    const show = (document: ArrowDocument | null): void => {
      if (isWanted) setLoaded({ key, document })
    }
    api.arrowFile.query({ path, at }).then(
      ({ text }) => show(readable(text)),
      () => show(null)
    )
    return () => {
      isWanted = false
    }
  }, [key, path, at])
  return loaded?.key === key ? loaded?.document : undefined
}

const readable = (text: string): ArrowDocument | null => attempt(() => readArrow(text).document, null)

/** The document in view; undefined while there is none. */
export function useDocumentView(): DocumentView | undefined {
  const open = useArrow(currentOf)
  const path = useArrow((s) => s.path)
  const cursor = useSession((s) => s.cursor)
  const why = useSession(uneditableReason)
  const past = usePast(path, cursor)
  return useMemo(() => {
    if (path === undefined) return undefined
    if (cursor === undefined) return open && { path, document: open.document, scene: open.scene, selection: open.selection, why }
    if (!past) return undefined
    return { path, document: past, ...settled(past, open?.scene ?? -1, open?.selection ?? []), why }
  }, [path, open, cursor, past, why])
}
