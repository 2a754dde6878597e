export const docsStyle = `
html:not(.dark-mode) .swagger-ui {
  .info .title small.version-stamp { background: #456b00 }
  .info a, .opblock-tag a.link, .renderedMarkdown a { color: #1f62b5 }
  .btn.authorize, .btn.authorize svg { border-color: #0f7a4c; color: #0f7a4c }
  .btn.authorize svg path { fill: #0f7a4c }
  .btn.cancel { border-color: #c62828; color: #c62828 }
  .btn.execute { background: #1f62b5; border-color: #1f62b5 }
  .parameter__in, .parameter__extension, .parameter__deprecated, .response__extension,
  .response-undocumented, .prop-format { color: #5a5a5a }
  .parameter__name.required span, .parameter__name.required::after { color: #b00020 }
  .download-contents { background: #4a5568 }
  .json-schema-2020-12-expand-deep-button { color: #505050 }
  .opblock.opblock-get .opblock-summary-method { background: #1f62b5 }
  .opblock.opblock-post .opblock-summary-method { background: #0f7a4c }
  .opblock.opblock-put .opblock-summary-method { background: #9a5700 }
  .opblock.opblock-patch .opblock-summary-method { background: #0b7564 }
  .opblock.opblock-delete .opblock-summary-method { background: #c62828 }
}
html.dark-mode .swagger-ui {
  .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff8a8a; color: #ff8a8a }
  .opblock.opblock-put .opblock-section-header { background: #523524 }
}
`
