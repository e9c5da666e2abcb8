// The door of Arrow documents: everything that other rooms may import. `schemas.ts` has what checks outside data by schemas, which the window doesn't load.
export { asksForUndo, type AssistantMessage, type AssistantSpending } from './assistant-messages'
export { type AssistedRun, beginRun, changesOf, overwrittenBy, revertRun, withEdits } from './assisted'
export { changeSubject, changeWords, countedNodes } from './change-words'
export { type Chunk, copyNodes, isChunk, type PasteMode, pasteNodes, readChunk, suggestedMode } from './clipboard'
export { diffDocuments, type DocumentDiff, isEmptyDiff } from './diff'
export {
  ANONYMOUS,
  type ArrowCharacter,
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowObject,
  type ArrowResources,
  type ArrowScene,
  type ArrowValue,
  type ArrowVariable,
  type Connection,
  type MapItem,
  placeOf,
  type VariableType
} from './document'
export { edited } from './draft'
export { exampleNames } from './example-names'
export { createCharacter, renameTag, updateCharacter } from './edit/characters'
export { connect, disconnect, freeInput, freeOutput } from './edit/connections'
export { itemsOf, type NodeItem, setData, setItems } from './edit/node-data'
export { type Created, createNode, insertBetween, moveNodes, moveToScene, resizeNode, skipNodes, updateNode } from './edit/nodes'
export { removeResources, removeScene } from './edit/remove'
export { createScene, setTitle, setDocumentEntry, setSceneEntry, updateScene } from './edit/scenes'
export { createVariable, updateVariable } from './edit/variables'
export { changedPlaceholders, mergeTranslations, textsIn, type TranslationTable, updateTranslations } from './export/csv'
export { printForExcel, printTranslations, readTranslations, tableText } from './export/csv-file'
export { type PagePlayer, type PageStory, playablePage, textOfPage } from './export/html'
export { languageNamed } from './export/language'
export { pictureBeside, picturesIn } from './export/pictures'
export { sceneImage, sceneShapes } from './export/image'
export { inkOf } from './export/ink'
export { playReadyJson } from './export/play-ready'
export type { NotMapped, StoryExport } from './export/story'
export { translated } from './export/keyed-texts'
export { tweeOf } from './export/twee'
export { placeholders, splits } from './exposure'
export { FACE, type Face, faceOf, inputPoint, outputPoint } from './face'
export { type ArrowCall, type CallContext, type CallRefused, type ArrowCallResult, callsIn, type CallOutcome } from './functions/call'
export { describeNode } from './functions/describe'
export { isRecord } from './functions/members'
export { formOf } from './functions/memory'
export { currentScene } from './functions/refer'
export { offsetOf } from './json/locate'
export { change } from './json/members'
export { layOutNew, layOutScene } from './layout/layered'
export { place } from './layout/place'
export { campaignFindings, checkText, type TextCheck } from './lint/check-text'
export type { Finding, Severity } from './lint/finding'
export { lintDocument, lintSteps } from './lint/lint'
export { safelyFixed } from './lint/safe-fixes'
export { mergeDocuments, sharedWith, withOwnIds } from './merge'
export { idByName, safeName } from './names'
export { dataOf, isNodeType, listOf, NODE_TYPE_FACTS, NODE_TYPES, type NodeType, slotCounts, textOf } from './node-types'
export { readAsRecorded } from './play/as-recorded'
export { coerced, fitsType } from './play/coercion'
export type { FreshNode, PauseEvent, PlayEvent } from './play/events'
export { askedBy, inputView } from './play/input'
export { type Markup, type MarkupElement, parseMarkup, plainMarkup } from './play/markup'
export { searchPattern } from './play/pattern'
export { act, editPlay, type PlayAction, type PlayEdit, type PlayStep, startPlay, stepBack } from './play/play'
export { playable } from './play/playable'
export { countReach } from './play/reach/reach'
export { MAX_REACH_STEPS, MAX_REACH_RUNS, type ReachReport, type ReachWish, type SetOutside, type UnreachedNode } from './play/reach/report'
export { replay, type Replay } from './play/replay'
export { htmlText, runtimeText } from './play/runtime-text'
export { isPending, type OpenNode, pendingNodes, type PlayState, type PlayValue, type ShownNode } from './play/state'
export { readArrow } from './read'
export { repairOf } from './repair/repair'
export { type RowContext, breakLine, giveCue, giveNewCue, leaveChoice, joinRows, makeChoice, removeRow, writeText, type RowEdit } from './script/edit'
export { isWritten, keyOf, type ScriptRow, type Script } from './script/rows'
export { rowOf, scriptOf } from './script/script'
export { searchDocument } from './search'
export { documentProblems } from './sound'
export { applyStep } from './step'
export { usersOf } from './users'
export { CONDITIONS, GENERATORS, nodeWords, ownName, saidBy, TAG_EDITS, UPDATES, type SentenceWords } from './words'
export { saveArrow, writeArrow } from './write'
