// @ts-check
// The data between the page and the server. `workbench/view/protocol.py` describes the same; a test compares them.

/**
 * A piece of a line: a key, a string, a number, a word, a tool id, a fold, an image, a separator.
 * @typedef {Object} Segment
 * @property {string} kind
 * @property {string} text
 * @property {string} [pointer] inside its message
 * @property {string} [mark] lost, invented or changed; of a value in the file: unsent
 * @property {string} [severity] of the finding at this value
 * @property {number} [thread] of a tool id
 * @property {string} [size] of a string that is cut
 * @property {boolean} [opened]
 * @property {string} [cut] where even the opened text is cut
 * @property {string} [url] of an image that is in the file
 * @property {string} [change] struck or added by the repair
 * @property {string} [place] where it is, if not at its pointer in this message: in the other version
 * @property {boolean} [whole] of a tool id in the other version: whether its thread is whole there
 */

/**
 * @typedef {Object} Line
 * @property {number} depth
 * @property {string} [tag]
 * @property {string} [change] struck or added by the repair
 * @property {Segment[]} segments
 */

/**
 * @typedef {Object} DrawnMessage
 * @property {number} position in its column; of a record its number
 * @property {Line[]} lines
 * @property {string} [name] of a record: its place in the file
 */

/**
 * @typedef {Object} Cell
 * @property {DrawnMessage[]} messages
 * @property {string} [why] there is none
 * @property {string} [origin] of a response: recorded, reconstructed, live, rehearsed
 */

/**
 * @typedef {Object} Note
 * @property {number} cause
 * @property {string} column
 * @property {string} code
 * @property {string} rule
 * @property {string} severity
 * @property {string} text
 * @property {string} [plain]
 * @property {string[]} [lines]
 * @property {string} [state] solved by the repair, or new after it
 * @property {string} [fix] of a note on what is repaired: the fix, to leave it out
 */

/**
 * A text, thought, picture, call or result in the chat.
 * @typedef {Object} ChatBlock
 * @property {string} kind
 * @property {string} place column, message and pointer of its value
 * @property {number} message the message that contains it
 * @property {string} text
 * @property {string} [cut] how much of the text is shown, if not all
 * @property {string} [name] of the tool
 * @property {string} [tool_id]
 * @property {string} [id_place]
 * @property {number} [thread]
 * @property {boolean} [failed] a result that reports an error
 * @property {string} [severity] of the finding in it
 * @property {string} [url] of a picture that is in the file
 * @property {ChatBlock[]} [results] of a call
 * @property {number} [answers] the message of the call in whose card this result is shown
 * @property {string} [change] struck or added by the repair
 * @property {ChatBlock[]} [became] the call or result before and after the repair, where they differ
 * @property {boolean} [whole] in the other version: whether its thread is whole there
 */

/**
 * The answer of a model after a message.
 * @typedef {Object} ChatAnswer
 * @property {string} origin
 * @property {ChatBlock[]} blocks
 */

/**
 * A record of the file that is not sent.
 * @typedef {Object} UnsentRecord
 * @property {number} position
 * @property {string} name its place in the file
 * @property {string} why the reason, if it is known
 * @property {Line[]} lines
 */

/**
 * Records between two messages that are not sent: a line that can be unfolded.
 * @typedef {Object} UnsentRecords
 * @property {string} place what to open to see them
 * @property {string} text
 * @property {boolean} opened
 * @property {UnsentRecord[]} records
 * @property {number} rest how many more there are
 * @property {string} more what to open to see some of those
 */

/**
 * The stage before the messages: the file that they were read from.
 * @typedef {Object} FileColumn
 * @property {number} column
 * @property {boolean} differs whether the file has other content than the messages, apart from its wrapping
 */

/**
 * A conversation of the same file that a call started, or whose call started this one.
 * @typedef {Object} LinkedConversation
 * @property {string} key
 * @property {string} title
 */

/**
 * @typedef {Object} Row
 * @property {number} index of the message
 * @property {string} role
 * @property {string} time
 * @property {string} severity
 * @property {Cell[]} cells
 * @property {[string, string, string][]} links from, to, how
 * @property {Note[]} notes
 * @property {ChatBlock[]} [chat] in the chat view, in place of the cells
 * @property {ChatAnswer} [answer]
 * @property {string} [change] changed, moved, struck or added by the repair; empty if it stays
 * @property {string} [number] shown in the gutter instead of the index
 * @property {UnsentRecords} [gap] before the message
 * @property {UnsentRecords} [end] after the last message
 * @property {LinkedConversation[]} [started] by calls of this message
 */

/**
 * One row of the request-level settings.
 * @typedef {Object} RequestRow
 * @property {string} title system, tools or parameters
 * @property {string} severity
 * @property {Cell[]} cells of the stages before the answer
 * @property {Note[]} notes
 */

/**
 * @typedef {Object} Window
 * @property {number} total rows in the list
 * @property {number} count messages
 * @property {number} problems
 * @property {number} changes rows that a repair changes
 * @property {number} first
 * @property {Row[]} rows
 * @property {[number, string][]} map
 * @property {string[]} roles
 * @property {[number, string, string, string][]} threads
 * @property {number} more_threads threads that are not listed
 */

/**
 * @typedef {Object} FixTitle
 * @property {string} title
 * @property {boolean} safe
 * @property {string} reason
 */

/**
 * @typedef {Object} CauseRow
 * @property {number} cause
 * @property {string} code
 * @property {string} rule
 * @property {string} severity
 * @property {number} index
 * @property {string} where
 * @property {string} in_file the line or row that it is in, if the file is not the request itself
 * @property {string} text
 * @property {string} plain the same for a reader who has never seen JSON
 * @property {string} words the provider's predicted error
 * @property {number} [more]
 * @property {CauseRow[]} [others]
 * @property {FixTitle | null} [fix]
 */

/**
 * The verdict with the proposed fixes.
 * @typedef {Object} Promise
 * @property {string} severity
 * @property {string} text
 */

/**
 * @typedef {Object} Headline
 * @property {string} severity
 * @property {string} outcome
 * @property {string} text
 * @property {string} words
 * @property {Promise | null} [promise]
 */

/**
 * The refusal in the file, next to the predicted one.
 * @typedef {Object} Recorded
 * @property {string} words
 * @property {string} predicted
 * @property {boolean} foreseen whether the check finds the fault that the refusal is about
 * @property {string} plain its meaning without codes
 * @property {string} sentence its meaning and its place
 * @property {number | null} message_index
 */

/**
 * The meaning of a pasted error.
 * @typedef {Object} Explanation
 * @property {string} plain
 * @property {string} sentence
 */

/**
 * @typedef {Object} Head
 * @property {string} name
 * @property {Headline} verdict
 * @property {Recorded | null} recorded
 * @property {string[]} unread
 * @property {string} format
 * @property {string} dialect
 * @property {string} known
 * @property {[string, string][]} formats
 * @property {string} target
 * @property {[string, string, boolean][]} targets name, title, and whether it is a program that converts it before sending
 * @property {string[]} notes
 * @property {CauseRow[]} causes
 * @property {number} hidden
 * @property {any} why
 */

/**
 * @typedef {Object} LookData
 * @property {string} view stages or chat
 * @property {number | null} selected
 * @property {{kind: string, value: string}} filter
 * @property {string} query
 * @property {string} panel
 * @property {string} why
 * @property {string[]} opened
 * @property {number} first
 * @property {number} last
 * @property {boolean} all
 */

/**
 * The position that a command scrolls to.
 * @typedef {Object} GoTo
 * @property {number} command
 * @property {number} position
 */

/**
 * @typedef {Object} Clipboard
 * @property {number} command
 * @property {string} text
 */

/**
 * A value in full.
 * @typedef {Object} Reader
 * @property {number} command
 * @property {string} place
 * @property {string} text
 * @property {string} pretty indented, if it is or contains JSON
 * @property {string} cut how much is shown, if not all
 * @property {string} url of a picture that is in the file
 */

/**
 * @typedef {Object} Address
 * @property {Record<string, string>} conversation
 * @property {Record<string, string>} details
 */

/**
 * A button of the bar that opens a section.
 * @typedef {Object} Action
 * @property {string} name
 * @property {string} label
 * @property {string} hint
 * @property {boolean} primary
 */

/**
 * The versions of the conversation, and which one is visible.
 * @typedef {Object} VersionChoice
 * @property {[string, string][]} choices name and title; empty if there is one version only
 * @property {string} shown
 */

/**
 * @typedef {Object} Bar
 * @property {{title: string, url: string, current: boolean}[]} pages
 * @property {Action[]} actions
 * @property {string} section the one that is open
 */

/**
 * A column that programs convert differently: the chosen program, the others, and what is special about the choice.
 * @typedef {Object} ConversionChoice
 * @property {number} column
 * @property {string} chosen
 * @property {[string, string][]} programs name and title of each
 * @property {string} story
 */

/**
 * Everything the server sends for a conversation.
 * @typedef {Object} StageData
 * @property {string} part
 * @property {number} sequence of the question that this answers
 * @property {string} document which conversation, read and judged how
 * @property {string} layout of the columns
 * @property {string} listing which rows are listed
 * @property {number} commands_done
 * @property {LookData} look
 * @property {Bar} bar
 * @property {VersionChoice} versions
 * @property {Head} head
 * @property {string} refusing
 * @property {[string, string][]} columns
 * @property {FileColumn | null} file
 * @property {ConversionChoice[]} conversion_choices
 * @property {RequestRow[]} request
 * @property {Window} window
 * @property {Record<string, string>} broken
 * @property {any} panel
 * @property {GoTo | null} go_to
 * @property {Clipboard | null} clipboard
 * @property {Reader | null} reader
 * @property {Explanation | null} located the meaning of the error that the user pasted
 * @property {string} failure why the last replay got no answer
 * @property {number} scroll
 * @property {[string, string][]} group
 * @property {LinkedConversation | null} started_by
 * @property {string} key
 * @property {Address} address
 */

/**
 * A command, executed once. Further fields depend on the name.
 * @typedef {Object} Command
 * @property {number} number
 * @property {string} name
 */

/**
 * A request of the page.
 * @typedef {Object} Question
 * @property {number} sequence
 * @property {string | null} document
 * @property {number} commands_done
 * @property {number} first
 * @property {number} last
 * @property {{kind: string, value: string}} filter
 * @property {string} query
 * @property {number | null} selected
 * @property {string[]} opened
 * @property {string} panel
 * @property {string} view
 * @property {boolean} all
 * @property {string} why
 * @property {Command | null} command
 */

/**
 * One row of the table of a mapping.
 * @typedef {Object} FieldData
 * @property {string} source
 * @property {string} target
 * @property {string} words what happens to it
 * @property {boolean} lost
 * @property {string} why
 * @property {string[]} places its values in the example: side, message and pointer
 */

/**
 * An example in two formats, with the links between its values.
 * @typedef {Object} MappingData
 * @property {string} part
 * @property {string[]} titles
 * @property {string[][]} roles for each side, the role of each message
 * @property {DrawnMessage[]} left
 * @property {DrawnMessage[]} right
 * @property {any[]} links from, to, how
 * @property {FieldData[]} fields
 * @property {string} text the edited example
 * @property {string} problem why the edited text cannot be converted
 */

export {};
