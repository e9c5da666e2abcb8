import { type ArrowDocument, readArrow } from '../../arrow'
import { freeName, slug } from '../../shared/story/names'

/** A document with one scene that contains only its entry, as Arrow creates one. */
export function newDocument(title: string): ArrowDocument {
  const text = JSON.stringify({
    title,
    entry: 1,
    meta: { chapter: 0, authors: { 0: ['Anonymous Contributor', 2] }, last_save: null, editor: '3.1.0', offline: true, remote: {} },
    resources: {
      scenes: { 0: { name: 'Scene 1', entry: 1, map: { 1: { offset: [100, 100] } } } },
      nodes: { 1: { type: 'entry', name: '1', data: { plaque: '' } } },
      variables: {},
      characters: {}
    }
  })
  return readArrow(text).document
}

/** The path of a new document without a story event. */
export function freePath(title: string, taken: readonly string[]): string {
  const pathOf = (name: string): string => `world/scenes/${name}.arrow`
  return pathOf(freeName(slug(title), (name) => taken.includes(pathOf(name))))
}
