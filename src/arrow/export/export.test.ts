import { describe, expect, it } from 'vitest'
import { documentOf as readDocument } from '../documents.fixture'
import type { ArrowDocument } from '../document'
import { updateNode } from '../edit/nodes'
import { documentOf } from '../made.fixture'
import { playablePage } from './html'
import { picturesIn } from './pictures'
import { sceneImage } from './image'
import { checkText } from '../lint/check-text'
import { writeArrow } from '../write'
import { inkOf } from './ink'
import { tweeOf } from './twee'
import { changedPlaceholders, mergeTranslations, textsIn, updateTranslations } from './csv'
import { printForExcel, printTranslations, readTranslations, tableText } from './csv-file'
import { playReadyJson } from './play-ready'
import { keyedTexts, translated } from './keyed-texts'

const inn = documentOf(
  {
    0: {
      name: 'Inn',
      nodes: {
        1: { type: 'entry', to: [2], data: { plaque: 'The inn' }, notes: 'secret' },
        2: { type: 'dialog', to: [10, 4], data: { character: 60, lines: ['He said "no"', 'A\ttab'], playable: true } },
        10: { type: 'content', data: { title: 'End', content: 'Two\nlines' } },
        4: { type: 'user_input', to: [5], data: { variable: 50, prompt: 'Who?', custom: ['', '', 'your name'] } },
        5: { type: 'user_input', to: [6], data: { variable: 51, prompt: 'Sure?', custom: ['No', 'Yes', true] } },
        6: { type: 'interaction', to: [7], data: { actions: ['[Sad,1] Go'] } },
        7: { type: 'monolog', data: { character: 60, monolog: 'Bye, {name}.' } }
      }
    }
  },
  {
    variables: { 50: { name: 'name', type: 'str', init: '' }, 51: { name: 'sure', type: 'bool', init: false } },
    characters: { 60: { name: 'Elena', color: '00ff00' } }
  }
)
const csv = (): string => printTranslations(updateTranslations(inn).table)

describe('a file for translators', () => {
  it('has Arrow’s keys in natural order, and quotes what needs it', () => {
    expect(csv()).toBe(
      [
        'key\toriginal',
        '1-entry-plaque\tThe inn',
        '2-dialog-line-0\t"He said ""no"""',
        '2-dialog-line-1\t"A\ttab"',
        '4-user_input-custom-extra\tyour name',
        '4-user_input-prompt\tWho?',
        '5-user_input-custom-negative\tNo',
        '5-user_input-custom-positive\tYes',
        '5-user_input-prompt\tSure?',
        '6-interaction-action-0\t[Sad,1] Go',
        '7-monolog-monolog\tBye, {name}.',
        '10-content-content\t"Two\nlines"',
        '10-content-title\tEnd',
        ''
      ].join('\n')
    )
  })
  it('reads back as it was written, and as spreadsheets write it', () => {
    expect(printTranslations(readTranslations(csv()))).toBe(csv())
    const table = readTranslations('\uFEFFkey;original;de\r\n1-entry-plaque;The inn;"Das ""Gasthaus"""\r\n\r\n')
    expect([...table.rows]).toEqual([['1-entry-plaque', { original: 'The inn', texts: { de: 'Das "Gasthaus"' } }]])
  })
  const GERMAN = [
    ['key', 'original', 'de'],
    ['1-a', 'He said "no"', 'Er sagte: "Nein"; danach'],
    ['2-b', 'Two\nlines, here', 'Zwei\nZeilen\tda']
  ]
  const table = (comma: string, end = '\n', tail = ''): string =>
    GERMAN.map((line) => `${line.map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(comma)}${tail}`).join(end) +
    end
  const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  const decoded = (bytes: Uint8Array): string => tableText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes))
  it.each([
    ['tabs', table('\t')],
    ['commas', table(',')],
    ['semicolons', table(';')],
    ['a byte order mark', `\uFEFF${table(';')}`],
    ['CRLF, also in its cells', table(',', '\r\n').replaceAll(/(?<!\r)\n/g, '\r\n')],
    ['CR', table(';').replaceAll('\n', '\r')],
    ['a line that names the separator', `sep=;\r\n${table(';')}`],
    ['empty columns and lines at the end', `${table(';', '\n', ';;')};;;;\n;;;;\n`],
    ['spaces in its first line', table(';').replace('key;original;de', 'key ;original; de ')],
    [
      'an empty column between',
      table(',')
        .replaceAll(/^(key|1-a|2-b)/gm, '$1')
        .replace('original,de', 'original,,de')
        .replace(',"Er', ',,"Er')
        .replace(',"Zwei', ',,"Zwei')
    ],
    ['UTF-16', decoded(utf16(table('\t', '\r\n')))]
  ])('a table with %s is read', (_, text) => {
    const { rows, languages } = readTranslations(text)
    expect([languages, [...rows].map(([key, { original, texts }]) => [key, original, texts['de']])]).toEqual([['de'], GERMAN.slice(1)])
  })
  it('a file in another encoding is answered with what to save', () => {
    expect(() => decoded(new Uint8Array([0x6b, 0xe9, 0x79]))).toThrow('Save it as “CSV UTF-8” in the spreadsheet')
    expect(() => readTranslations('key,original,de,\n1-a,x,y,z\n')).toThrow('Column 4 has no language in the first line, but a text in line 2.')
  })
  it('a table for Excel has no cell that Excel would calculate or convert, and is read back', () => {
    const texts = [
      '=1+1',
      '+1 courage',
      '-5 gold',
      '@Ned waits',
      '00123',
      '1/2',
      '01-Feb',
      'May 5',
      '1.5',
      'TRUE',
      "'quoted'",
      '\t=x',
      ' lead',
      'Plain, "text"',
      'two\nlines'
    ]
    const before = { languages: ['de'], rows: new Map(texts.map((text, k) => [`${k}-x`, { original: text, texts: { de: text } }] as const)) }
    const written = printForExcel(before)
    expect(written.startsWith('\uFEFFkey,original (Excel),de\n')).toBe(true)
    expect(written.split(/,|\n/).filter((cell) => /^"?\s*(?:[=+@-]|[\d/.]+$|\d+-|may|true)/i.test(cell) && !/^\d+-x$/.test(cell))).toEqual([])
    expect(readTranslations(written)).toEqual(before)
  })
  it('a translation that loses or changes a placeholder is named', () => {
    const document = documentOf({ 0: { nodes: { 1: { type: 'content', data: { content: '{hero}, {hero} and {gold}' } } } } })
    const of = (de: string) =>
      changedPlaceholders(document, { languages: ['de'], rows: new Map([['1-content-content', { original: '', texts: { de } }]]) }).map(
        ({ message }) => message
      )
    expect(of('{gold} und {hero}, {hero}')).toEqual([])
    expect(of('')).toEqual([])
    expect(of('{held}, {hero} und {gold}')).toEqual([
      'The translation 1-content-content (de) lacks {hero} and has {held}, which the original doesn’t have. Correct it.'
    ])
    const csv = 'key\toriginal\tde\n1-content-content\tx\tHeld\n'
    expect(checkText(writeArrow(document), () => csv)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'translation', severity: 'warning', node: 1 })])
    })
    expect(checkText(writeArrow(document), () => 'x')).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('The file of translations: The first line must be') })
      ])
    })
  })
  it('keeps translations when it is updated, but not of texts that changed', () => {
    const german = readTranslations(
      csv()
        .replace('original', 'original\tde')
        .replace('The inn', 'The inn\tDas Gasthaus')
        .replace('Who?', 'Who?\tWer?')
        .replace('[Sad,1] Go', 'Go\tGeh')
    )
    const next = updateNode(inn, 4, { data: { variable: 50, prompt: 'Who are you?', custom: ['', '', 'your name'] } })
    const {
      table,
      changed,
      removed: gone,
      added
    } = updateTranslations(next, {
      ...german,
      rows: new Map([...german.rows, ['99-content-title', { original: 'x', texts: { de: 'y' } }]])
    })
    expect([changed, gone, added]).toEqual([['4-user_input-prompt'], ['99-content-title'], []])
    expect([...textsIn(table, 'de')]).toEqual([
      ['1-entry-plaque', 'Das Gasthaus'],
      ['6-interaction-action-0', 'Geh']
    ])
    expect(printTranslations(table)).toContain('4-user_input-prompt\tWho are you?\t\n')
  })
  it('gives translated columns to a table, and says which are of an older text', () => {
    const translations = readTranslations('key\toriginal\tfr\n1-entry-plaque\tThe inn\tL’auberge\n4-user_input-prompt\tWho was it?\tQui ?\n')
    const { table, taken, outdated } = mergeTranslations(updateTranslations(inn).table, translations)
    expect([taken, outdated, table.languages]).toEqual([{ fr: 1 }, ['4-user_input-prompt'], ['fr']])
    const french = translated(inn, textsIn(table, 'fr'))
    expect(keyedTexts(french).filter(({ text, key }) => text !== keyedTexts(inn).find((one) => one.key === key)?.text)).toEqual([
      { key: '1-entry-plaque', node: 1, path: ['plaque'], text: 'L’auberge' }
    ])
  })
  it.each([
    ['', 'The first line must be “key”'],
    ['a\tb\n', 'The first line must be “key”'],
    ['key\toriginal\tde\tde\n', 'The language “de” has two columns'],
    ['key\toriginal\t\n1-x\ta\tb\n', 'Column 3 has no language'],
    ['key\toriginal\n1-x\ta\n1-x\tb\n', 'Line 3: the key “1-x” occurs twice'],
    ['key\toriginal\n1-x\t"a\n', 'Line 2: a quotation mark is never closed'],
    ['key\toriginal\n1-x\ta\tb\n', 'Line 2 has more cells than']
  ])('says in a sentence what is wrong with %j', (text, sentence) => expect(() => readTranslations(text)).toThrow(sentence))
})

it('JSON for players has neither notes nor authors nor the time of the save', () => {
  const text = playReadyJson(readDocument('example1-home.arrow'))
  const meta = (JSON.parse(text) as { meta: object }).meta
  expect(meta).toEqual({ chapter: 0, editor: '3.1.0' })
  expect(text).not.toContain('"notes"')
  expect(text.split('\n')[1]).toBe('\t"title": "Home",')
})

const logic = documentOf(
  {
    0: {
      name: 'The inn',
      nodes: {
        1: { type: 'entry', to: [2], data: { plaque: 'x' }, name: 'start' },
        2: { type: 'content', to: [3], data: { title: 'A # title', content: 'You have {gold} {coins}.\n* Not a choice' }, name: 'what now?' },
        3: { type: 'condition', to: [5, 4], data: { variable: 50, operator: 'gte', with: [0, 3] }, name: 'rich' },
        4: { type: 'interaction', to: [6, 5], data: { actions: ['Pay [all]', 'Go'] }, name: 'end' },
        5: { type: 'jump', data: { target: 2 }, name: 'back' },
        6: { type: 'macro_use', to: [7], data: { macro: 70 }, name: 'use' },
        7: { type: 'dialog', to: [5, undefined], data: { character: 60, lines: ['Bye.', 'Well <b>'] }, name: 'bye' },
        8: { type: 'user_input', data: { variable: 50, prompt: 'How many?' }, name: 'ask' }
      }
    },
    70: {
      name: 'Macro',
      macro: true,
      nodes: {
        71: { type: 'entry', to: [72], name: 'm' },
        72: { type: 'tag_edit', data: { character: 60, edit: [2, 'mood', 'glad "so"'] }, name: 'glad' }
      }
    }
  },
  { variables: { 50: { name: 'gold', type: 'num', init: 2 } }, characters: { 60: { name: "O'Hara_B", color: '00ff00', tags: { mood: 'calm' } } } }
)

it('an export for Ink has a knot for each node, escapes Ink’s signs, and lists what Ink can’t express', () => {
  const { text, notMapped } = inkOf(logic)
  expect(text.split('\n')).toEqual([
    '# title: Made',
    '',
    'VAR gold = 2',
    'VAR tag_O_Hara_B_mood = "calm"',
    '',
    '-> start',
    '',
    '// The inn',
    '=== start ===',
    '-> what_now',
    '',
    '=== what_now ===',
    'A \\# title',
    'You have {gold} \\{coins\\}.',
    '\\* Not a choice',
    '+ [Continue]',
    '-> rich',
    '',
    '=== rich ===',
    '{ gold >= 3:',
    '    -> end_2',
    '- else:',
    '    -> back',
    '}',
    '',
    '=== end_2 ===',
    '+ [Pay \\[all\\]] -> use',
    '+ [Go] -> back',
    '',
    '=== back ===',
    '-> what_now',
    '',
    '=== use ===',
    '-> m ->',
    '-> bye',
    '',
    '=== bye ===',
    '{ RANDOM(0, 1):',
    '- 0:',
    "    O'Hara B: Bye.",
    '    -> back',
    '- 1:',
    "    O'Hara B: Well \\<b\\>",
    '    -> END',
    '}',
    '',
    '=== ask ===',
    'How many?',
    '-> END',
    '',
    '// Macro',
    '=== m ===',
    '-> glad',
    '',
    '=== glad ===',
    '~ tag_O_Hara_B_mood = "glad \\"so\\""',
    '->->',
    ''
  ])
  expect(notMapped).toEqual([{ node: 8, message: 'Ink has no input of texts or numbers: the variable keeps its value.' }])
})

it('an export for Twine has a passage for each node, escapes markup, and keeps the story’s id', () => {
  const { text, notMapped } = tweeOf(logic)
  expect(text).toMatch(/"ifid": "[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-A[0-9A-F]{3}-[0-9A-F]{12}"/)
  expect(tweeOf(logic).text).toBe(text)
  expect(text).toContain('<<if $gold >= 3>><<include "end">><<else>><<include "back">><</if>>')
  expect(text).toContain('You have <<print $gold>> &#123;coins&#125;.\n&#42; Not a choice')
  expect(text).toContain('* <<link "Pay &#91;all&#93;">><<goto "use">><</link>>')
  expect(text).toContain('<<run $back.push("bye")>>\n<<include "m">>')
  expect(text).toContain('<<set $tag_O_Hara_B_mood to "glad \\"so\\"">>\n<<include `$back.pop()`>>')
  expect(text).not.toContain('<b>')
  expect(notMapped.map(({ node }) => node)).toEqual([8])
})

it('the image of a scene shows every node once, and its texts are escaped', () => {
  const svg = sceneImage(logic, 0, 'dark')
  expect(svg).toContain('<title>Made: The inn</title>')
  expect(svg.match(/<rect [^>]*rx="8"/g)).toHaveLength(8)
  expect(svg.match(/<path /g)).toHaveLength(8)
  expect(svg).toContain('Well &lt;b&gt;')
  expect(sceneImage(logic, 99, 'light')).toMatch(/^<svg/)
})

it('the image shows the question of an input above the variable that it sets', () => {
  const document = documentOf({ 0: { nodes: { 1: { type: 'entry', to: [2] }, 2: { type: 'user_input', data: { prompt: "What's your name?" } } } } })
  expect(sceneImage(document, 0, 'dark')).toMatch(/What(?:'|&#39;|&apos;)s your name\?<\/text>[^]*Sets/)
})

it('AD19 a page contains the story as data: no text can end the script or become HTML', () => {
  const hostile = documentOf({
    0: {
      name: 'x',
      nodes: {
        1: {
          type: 'content',
          data: { title: '</script><script>alert(1)</script>', content: '<!-- <img src=x onerror=alert(1)> \u2028' },
          notes: 'secret'
        }
      }
    }
  })
  const page = playablePage(
    { ...hostile, title: '</title><script>alert(2)</script>' },
    { script: 'play()', style: 'p{}', scriptHash: 'sha256-a', styleHash: 'sha256-b' }
  )
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page).not.toMatch(/<img|<!--|secret|\u2028/)
  expect(page).toContain(`content="default-src 'none'; script-src 'sha256-a'; style-src 'sha256-b'; base-uri 'none'; form-action 'none'"`)
  const data = /id="story-data">(.*?)<\/script>/s.exec(page)?.[1] ?? ''
  expect((JSON.parse(data) as { document: string }).document).toContain('</script><script>alert(1)</script>')
})

describe('a page', () => {
  const player = { script: 'play()', style: 'p{}', scriptHash: 'sha256-a', styleHash: 'sha256-b' }
  const saying = (...texts: string[]): ArrowDocument =>
    documentOf({ 0: { nodes: Object.fromEntries(texts.map((content, k) => [k + 1, { type: 'content', data: { content } }])) } })
  it.each([
    ['The rain has stopped and you wait.', '<html lang="en">'],
    ['', '<html lang="en">'],
    ['Der Regen ist vorbei und die Tür steht offen.', '<html lang="de">'],
    ['Le quai est vide et les mouettes dorment.', '<html lang="fr">'],
    ['Na nábřeží se nikdo není, ale zvon je tam.', '<html lang="cs">'],
    ['Гавань пуста.', '<html lang="ru">'],
    ['Це гавань, і вона порожня.', '<html lang="uk">'],
    ['הנמל ריק, {hero}.', '<html lang="he" dir="rtl">'],
    ['الميناء فارغ', '<html lang="ar" dir="rtl">'],
    ['این بندر خالی است و کسی در آن نیست', '<html lang="fa" dir="rtl">'],
    ['港は静かだ。', '<html lang="ja">'],
    ['港口很安静。', '<html lang="zh">']
  ])('of %j begins with %s', (text, html) => expect(playablePage(saying(text), player)).toContain(html))
  it('in a named language has that language', () =>
    expect(playablePage(saying('Olá'), player, { language: 'pt-BR' })).toContain('<html lang="pt-BR">'))

  it('holds the pictures of its texts, and its policy lets it show them', () => {
    const document = saying('[img]art/quay.png[/img] [b][img=20x10]a.png[/img][/b]', '[img]https://a.b/c.png[/img]')
    expect(picturesIn(document)).toEqual([
      { node: 1, path: 'art/quay.png' },
      { node: 1, path: 'a.png' }
    ])
    const page = playablePage(document, player, { pictures: new Map([['a.png', 'data:image/png;base64,AA']]) })
    expect(page).toContain("img-src data:; base-uri 'none'")
    expect(page).toContain('"pictures":{"a.png":"data:image/png;base64,AA"}')
    const spoken = playablePage(document, player, { portraits: new Map([['Ada', 'data:image/webp;base64,AA']]) })
    expect(spoken).toContain("img-src data:; base-uri 'none'")
    expect(spoken).toContain('"portraits":{"Ada":"data:image/webp;base64,AA"}')
    expect(playablePage(document, player, { portraits: new Map() })).not.toContain('img-src')
  })
})
