import type { ArrowDocument } from '../document'
import { documentOf } from '../made.fixture'

/** A document of one scene that contains only its entry: node 1. */
export const createDocument = (): ArrowDocument => documentOf({ 0: { name: 'Inn', nodes: { 1: { type: 'entry', data: { plaque: 'Start' } } } } })
