import { readdirSync, readFileSync } from 'node:fs'
import { readArrow } from './read'
import type { ArrowDocument } from './document'

const FOLDER = new URL('fixtures/', import.meta.url)
/** The names of the documents in `fixtures/`. */
export const DOCUMENTS: readonly string[] = readdirSync(FOLDER).filter((name) => /\.arrow(-project\.json)?$/.test(name))
export const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')
export const documentOf = (name: string): ArrowDocument => readArrow(textOf(name)).document
