/** A sail over a wave. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0f4c5c"/>
<path d="M15 5v15H6C10 16.5 13.5 11 15 5Z" fill="#fff"/>
<path d="M17 8c5 3.5 7.5 7.5 8.5 12H17Z" fill="#9fd8df"/>
<path d="M5 24.5q2.75-3 5.5 0t5.5 0 5.5 0 5.5 0" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>
</svg>
`;
