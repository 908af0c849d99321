import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `repository`. */
export const repositoryCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      name: "awesome-lighthouses",
    },
  },
  {
    name: "full",
    data: {
      name: "lantern",
      owner: "norte",
      description:
        "A quiet queue for loud systems: at-least-once delivery, priorities and dead letters on plain Redis.",
      stars: "12400",
      forks: "842",
      language: "TypeScript",
    },
  },
  {
    name: "with avatar",
    data: {
      name: "beacon",
      owner: "coastal-trust",
      description: "Tide tables and light lists of every harbor, as a typed API.",
      stars: "3120",
      forks: "97",
      language: "Rust",
      avatar: "https://code.example/logo.png",
    },
  },
  {
    name: "partial",
    data: {
      name: "dotfiles",
      owner: "maren",
      description: "My shell, my editor, my rules.",
      language: "Shell",
    },
  },
  {
    name: "long",
    data: {
      name: "the-complete-and-annotated-collection-of-distributed-systems-papers",
      owner: "association-of-quiet-maintainers",
      description:
        "Four hundred papers with notes on what still holds, what was disproved, which implementation to read first, and the questions that we have asked in interviews about each of them, sorted by year, by topic and by how much coffee they take.",
      stars: "1284000",
      forks: "98300",
      language: "Jupyter Notebook",
      avatar: "https://code.example/portrait.png",
    },
  },
  {
    name: "Japanese",
    data: {
      name: "灯台",
      owner: "山田花子",
      description: "静かなシステムのための小さなキュー。Redisだけで動きます。",
      stars: "5230",
      forks: "210",
      language: "Go",
    },
  },
  {
    name: "Arabic",
    data: {
      name: "فانوس",
      owner: "ليلى",
      description: "طابور هادئ للأنظمة المزدحمة، يعمل على قاعدة بيانات واحدة.",
      stars: "1800",
      forks: "64",
      language: "Python",
    },
  },
  {
    name: "Hindi",
    data: {
      name: "lalten",
      owner: "ananya",
      description: "शांत कतार, व्यस्त प्रणालियों के लिए।",
      stars: "940",
      language: "Kotlin",
    },
  },
  {
    name: "Thai",
    data: {
      name: "โคมไฟ",
      owner: "มาลี",
      description: "คิวเล็ก ๆ สำหรับระบบใหญ่",
      stars: "77",
    },
  },
  {
    name: "Korean",
    data: {
      name: "deungbul",
      owner: "하늘",
      description: "시끄러운 시스템을 위한 조용한 대기열.",
      stars: "1024",
      forks: "12",
      language: "C++",
    },
  },
  {
    name: "emoji",
    data: {
      name: "fox",
      owner: "fox-labs",
      description: "Pull requests with 🦊 and 🍕.",
      stars: "0",
      forks: "0",
    },
  },
];
